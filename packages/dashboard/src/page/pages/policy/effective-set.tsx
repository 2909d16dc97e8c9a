import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Choice } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { EmptyState, QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'

interface EffectiveTool {
  readonly tool: string
  readonly exists: boolean
  readonly step?: string
  readonly source?: string
  readonly verdict?: string
}

const roles = ['main', 'orchestrator', 'sub', 'fork', 'worker'] as const

/** The tools that exist for an agent, and the step of the policy that decided it. */
export function EffectiveSet(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const agent = search.get('agent') ?? ''
  const role = search.get('role') ?? 'main'
  const shows = search.get('show') ?? 'all'
  const agents = useLiveQuery<{ items: readonly { id: string }[] }>('/agents')
  const path = `/policy/effective-set?role=${role}${agent === '' ? '' : `&agent=${encodeURIComponent(agent)}`}`
  const query = useLiveQuery<{ items: readonly EffectiveTool[] }>(path, ['policy'])
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.set(name, value)
    setSearch(next, { replace: true })
  }
  const { policy } = texts
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-3">
        <Choice
          label={texts.chat.agent}
          value={agent}
          options={[['', policy.anyAgent], ...(agents.data?.items ?? []).map(({ id }) => [id, id] as const)]}
          onChange={(value) => change('agent', value)}
        />
        <Choice
          label={policy.role}
          value={role}
          options={roles.map((one) => [one, one] as const)}
          onChange={(value) => change('role', value)}
        />
        <Choice
          label={policy.show}
          value={shows}
          options={[
            ['all', policy.showAll],
            ['hidden', policy.showHidden],
          ]}
          onChange={(value) => change('show', value)}
        />
      </div>
      <QueryView query={query}>
        {({ items }) => {
          const shown = shows === 'hidden' ? items.filter(({ exists }) => !exists) : items
          return shown.length === 0 ? (
            <EmptyState title={texts.states.noMatch} />
          ) : (
            <section tabIndex={0} aria-label={policy.tabs.set} className="overflow-x-auto">
              <table className="w-full bg-surface">
                <thead className="bg-sunken text-xs text-muted">
                  <tr>
                    {policy.columns.map((column) => (
                      <th key={column} scope="col" className="px-3 py-1 text-start font-medium">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {shown.map((row) => (
                    <tr key={row.tool} className="border-t border-line">
                      <th scope="row" className="px-3 py-1 text-start font-mono text-sm font-normal">
                        <ForeignText text={row.tool} />
                      </th>
                      <td className="px-3">
                        <StatusMark
                          status={row.exists ? 'ok' : 'denied'}
                          word={row.exists ? policy.exists : policy.hidden}
                        />
                      </td>
                      <td className="px-3">
                        <ForeignText text={`${row.step ?? ''} ${row.source ?? ''}`} />
                      </td>
                      <td className="px-3">{row.verdict ?? '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }}
      </QueryView>
    </>
  )
}
