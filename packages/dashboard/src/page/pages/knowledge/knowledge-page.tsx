import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { write } from '../../api/request.ts'
import { serverNow } from '../../api/server-clock.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { ActionModal } from '../../parts/action-modal.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { EmptyState, ProblemNote, QueryView } from '../../parts/states.tsx'
import { formatTime } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { FactsTable, type SourceAction } from './facts-table.tsx'
import { GraphView } from './graph-view.tsx'
import { factsAbout, type Graph } from './knowledge.ts'

const day = 86_400_000
const steps = [-30 * day, -day, day, 30 * day] as const

/** The page that shows what is known, who said so, and when it held. */
export function Page(): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [acting, setActing] = useState<SourceAction>()
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const filter = new URLSearchParams([...search].filter(([name, value]) => name !== 'entity' && value !== ''))
  const path = `/knowledge/graph?${filter}`
  const query = useLiveQuery<Graph>(path, ['knowledge'])
  const chosen = search.get('entity') ?? ''
  const change = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true })
  }
  const choose = (entity: string) => change({ entity })
  const act = async ({ kind, source }: SourceAction) => {
    setActing(undefined)
    setError(undefined)
    try {
      const agent = search.get('agent')
      await write('POST', `/knowledge/${kind}`, { source, ...(agent === null ? {} : { agent }) })
    } catch (problem) {
      setError(problem)
    }
    void client.invalidateQueries({ queryKey: [path] })
  }
  const { knowledge, resources } = texts
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex flex-wrap items-end gap-3 border-b border-line bg-surface p-3">
        <Field
          type="search"
          label={knowledge.words}
          defaultValue={search.get('q') ?? ''}
          onChange={(event) => change({ q: event.target.value, entity: '' })}
        />
        <Field
          label={resources.label.agent}
          placeholder="default"
          defaultValue={search.get('agent') ?? ''}
          onChange={(event) => change({ agent: event.target.value, entity: '' })}
        />
        <AsOf time={search.get('asOf')} onChange={(asOf) => change({ asOf })} />
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
      <QueryView query={query}>
        {(graph) =>
          graph.entities.length === 0 ? (
            <EmptyState title={filter.size > 0 ? texts.states.noMatch : knowledge.empty}>
              {filter.size > 0 ? null : knowledge.hint}
            </EmptyState>
          ) : (
            <div className="grid gap-4 p-4 2xl:grid-cols-2">
              <section
                tabIndex={0}
                aria-label={knowledge.picture}
                className="overflow-auto rounded-md border border-line bg-surface"
              >
                <GraphView label={texts.knowledge.graph} graph={graph} chosen={chosen} onChoose={choose} />
              </section>
              <div>
                <p role="status" className="mb-2 flex flex-wrap items-center gap-3 text-muted">
                  {knowledge.counts(graph.entities.length, factsAbout(graph, chosen).length)}
                  {graph.more ? ` ${knowledge.more}` : null}
                  {chosen === '' ? null : <Button onClick={() => choose('')}>{knowledge.showAll}</Button>}
                </p>
                <FactsTable facts={factsAbout(graph, chosen)} onChoose={choose} onAct={setActing} />
              </div>
            </div>
          )
        }
      </QueryView>
      {acting === undefined ? null : (
        <ActionModal
          action={{
            ...{ label: resources[acting.kind], method: 'POST', path: () => '' },
            ask: () => knowledge.ask[acting.kind](acting.source),
          }}
          item={{}}
          onAct={() => void act(acting)}
          onClose={() => setActing(undefined)}
        />
      )}
    </div>
  )
}

/** The time at which the facts hold: now, or one that is reached in steps. */
function AsOf({
  time,
  onChange,
}: {
  readonly time: string | null
  readonly onChange: (time: string) => void
}): ReactNode {
  const { knowledge } = texts
  const at = time === null ? serverNow() : Date.parse(time)
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="text-xs font-medium text-muted">
        {time === null ? knowledge.asOfNow : knowledge.asOf(formatTime(time))}
      </legend>
      {steps.map((step, index) => (
        <Button key={step} onClick={() => onChange(new Date(at + step).toISOString())}>
          {knowledge.steps[index]}
        </Button>
      ))}
      {time === null ? null : <Button onClick={() => onChange('')}>{knowledge.now}</Button>}
    </fieldset>
  )
}
