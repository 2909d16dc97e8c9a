import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { PagedView } from '../../parts/paged-view.tsx'
import { EmptyState, QueryView } from '../../parts/states.tsx'
import { useLivePages } from '../../parts/use-live-pages.ts'
import { texts } from '../../texts/texts.ts'

interface Tool {
  readonly name: string
  readonly permission: string
  readonly risk: string
  readonly remote: boolean
}

interface Visibility {
  readonly available: boolean
  readonly hidden: { readonly reason: string; readonly source: string } | null
  readonly steps: readonly Readonly<Record<string, unknown>>[]
}

/** The tools that exist for an agent, and for each tool, there or not, the steps that decided it. */
export function EffectiveSet(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [agent, tool] = [search.get('agent') ?? '', search.get('tool') ?? '']
  const agents = useLivePages<{ id: string }>('/agents', [], { isWhole: true })
  const who = agent === '' ? '' : `agent=${encodeURIComponent(agent)}`
  const list = useLivePages<Tool>(`/tools${who === '' ? '' : `?${who}`}`, ['policy', 'tools'], { isWhole: true })
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const { policy } = texts
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Choice
          label={texts.chat.agent}
          value={agent}
          options={[['', texts.chat.defaultAgent], ...agents.items.map(({ id }) => [id, id] as const)]}
          onChange={(value) => change('agent', value)}
        />
        <Field
          key={tool}
          label={policy.whyTool}
          mono
          defaultValue={tool}
          onBlur={(event) => change('tool', event.target.value.trim())}
          onKeyDown={(event) => (event.key === 'Enter' ? change('tool', event.currentTarget.value.trim()) : undefined)}
        />
      </div>
      {tool === '' ? null : <Why tool={tool} who={who} />}
      <PagedView list={list}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={texts.tools.empty} />
          ) : (
            <section tabIndex={0} aria-label={policy.tabs.set} className="overflow-x-auto">
              <table className="w-full min-w-[36rem] bg-surface">
                <ColumnHeads columns={policy.columns} />
                <tbody>
                  {items.map(({ name, permission, risk, remote }) => (
                    <tr key={name} className="border-t border-line">
                      <th scope="row" className="px-3 py-1 text-start font-mono text-sm font-normal">
                        <ForeignText text={name} oneLine />
                      </th>
                      <td className="px-3">{permission}</td>
                      <td className="px-3">{risk}</td>
                      <td className="px-3">{remote ? texts.words.yes : texts.words.no}</td>
                      <td className="px-3">
                        <Button aria-label={policy.whyOf(name)} onClick={() => change('tool', name)}>
                          {policy.why}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </PagedView>
    </>
  )
}

function Why({ tool, who }: { readonly tool: string; readonly who: string }): ReactNode {
  const query = useLiveQuery<Visibility>(`/tools/${encodeURIComponent(tool)}/visibility${who === '' ? '' : `?${who}`}`)
  const { policy } = texts
  return (
    <section aria-label={policy.whyOf(tool)} className="mb-3 rounded-md border border-line bg-surface p-3">
      <QueryView query={query}>
        {({ available, hidden, steps }) => (
          <>
            <p className="flex flex-wrap gap-3">
              <ForeignText text={tool} mono oneLine />
              <StatusMark status={available ? 'ok' : 'denied'} word={available ? policy.exists : policy.hidden} />
              <ForeignText text={hidden === null ? '' : `${hidden.reason} ${hidden.source}`} />
            </p>
            {steps.length === 0 ? null : <JsonTree value={steps} />}
          </>
        )}
      </QueryView>
    </section>
  )
}
