import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { write } from '../../api/request.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { ProblemNote, QueryView } from '../../parts/states.tsx'
import { formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'

interface Simulation {
  readonly state: string
  readonly calls?: number
  readonly done?: number
  readonly groups?: readonly {
    readonly from: string
    readonly to: string
    readonly count: number
    readonly isWider?: boolean
    readonly rule?: string
    readonly examples?: readonly { readonly call: string; readonly session: string; readonly line: string }[]
  }[]
  readonly cannotTell?: number
}

const ranges = ['24h', '7d', '30d'] as const

/** The decisions of a draft about recorded calls. The server judges, by the same rules as real calls. */
export function SimulatePolicy(): ReactNode {
  const [range, setRange] = useState<string>('7d')
  const [id, setId] = useState<string>()
  const [error, setError] = useState<unknown>()
  const start = async () => {
    setError(undefined)
    try {
      const answer = await write<{ id: string }>('POST', '/policy/simulations', { draft: true, sessions: { range } })
      setId(answer.id)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Choice
          label={texts.policy.sessions}
          value={range}
          options={ranges.map((one) => [one, texts.overview.ranges[one]] as const)}
          onChange={setRange}
        />
        <Button onClick={() => void start()}>{texts.policy.simulate}</Button>
      </div>
      {error === undefined ? null : <ProblemNote error={error} />}
      {id === undefined ? <p className="text-muted">{texts.policy.simulateMore}</p> : <Result id={id} />}
    </>
  )
}

function Result({ id }: { readonly id: string }): ReactNode {
  const query = useLiveQuery<Simulation>(`/policy/simulations/${encodeURIComponent(id)}`, ['policy'])
  const { policy } = texts
  return (
    <QueryView query={query}>
      {({ state, calls = 0, groups = [], cannotTell = 0 }) => (
        <div role="status">
          <p className="font-semibold">{policy.simulated(state, formatNumber(calls))}</p>
          {groups.map(({ from, to, count, isWider, rule, examples = [] }) => (
            <details key={`${from} ${to} ${rule}`} open className="my-2 rounded-md border border-line bg-surface p-3">
              <summary>
                {from} → {to} <strong>{formatNumber(count)}</strong>{' '}
                {isWider === true ? <span className="text-ask">▲ {policy.wider}</span> : null}{' '}
                <ForeignText text={rule ?? ''} mono />
              </summary>
              <ul>
                {examples.map(({ call, session, line }) => (
                  <li key={call}>
                    <Link
                      className="text-accent underline"
                      to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(call)}`}
                    >
                      <ForeignText text={line} mono />
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
          <p className="text-muted">{policy.cannotTell(formatNumber(cannotTell))}</p>
        </div>
      )}
    </QueryView>
  )
}
