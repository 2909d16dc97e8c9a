import { type ReactNode, useState } from 'react'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'
import { GraphView } from '../knowledge/graph-view.tsx'
import type { Graph } from '../knowledge/knowledge.ts'

/** A link along which an agent gives work to another one. */
interface AgentLink {
  readonly source: string
  readonly target: string
  readonly direction: 'outbound' | 'bidirectional'
  /** Null if they cannot be read: the link is closed. */
  readonly settings: Readonly<Record<string, unknown>> | null
}

/** The links between agents as a picture, with a table below it. */
export function AgentLinks(): ReactNode {
  const list = useLivePages<AgentLink>('/delegations/links', ['delegations'], { isWhole: true })
  return (
    <PagedView list={list}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState title={texts.delegations.noLinks}>{texts.delegations.linkHint}</EmptyState>
        ) : (
          <Links links={items} />
        )
      }
    </PagedView>
  )
}

function Links({ links }: { readonly links: readonly AgentLink[] }): ReactNode {
  const [chosen, setChosen] = useState('')
  const { delegations } = texts
  const shown = links.filter(({ source, target }) => chosen === '' || source === chosen || target === chosen)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <section tabIndex={0} aria-label={delegations.tabs.links} className="mb-4 overflow-x-auto">
        <GraphView graph={graphOf(links)} chosen={chosen} onChoose={setChosen} label={delegations.graph} />
      </section>
      <section tabIndex={0} aria-label={delegations.table} className="overflow-x-auto">
        <table className="w-full min-w-[36rem] bg-surface">
          <ColumnHeads columns={delegations.columns} />
          <tbody>
            {shown.map(({ source, target, direction, settings }) => (
              <tr key={`${source} ${target}`} className="border-t border-line align-top">
                <th scope="row" className="px-3 py-1 text-start font-normal">
                  <ForeignText text={source} oneLine /> {direction === 'bidirectional' ? '↔' : '→'}{' '}
                  <ForeignText text={target} oneLine />
                </th>
                <td className="px-3 py-1">{delegations.directions[direction]}</td>
                <td className="px-3 py-1">
                  {settings === null ? (
                    <span className="text-deny">{delegations.closed}</span>
                  ) : Object.keys(settings).length === 0 ? (
                    delegations.everybody
                  ) : (
                    <ForeignText text={JSON.stringify(settings, null, 2)} mono />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function graphOf(links: readonly AgentLink[]): Graph {
  const agents = [...new Set(links.flatMap(({ source, target }) => [source, target]))].sort()
  return {
    entities: agents.map((name) => ({ id: name, name, type: texts.delegations.agent, trust: 'trusted' })),
    facts: links.map(({ source, target, direction }) => ({
      ...{ subject: source, subject_id: source, object: target, object_id: target, state: 'settled', trust: 'trusted' },
      relation: direction === 'bidirectional' ? '↔' : '→',
      sources: [],
    })),
    more: false,
  }
}
