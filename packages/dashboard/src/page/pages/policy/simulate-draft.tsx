import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { draftPath, type PolicyDraft } from './policy-draft.ts'

interface Simulation {
  readonly sessions: number
  readonly complete: boolean
  readonly calls: number
  readonly changed: number
  readonly groups: readonly {
    readonly tool: string
    readonly from: string
    readonly to: string
    readonly wider: boolean
    readonly rule: string
    readonly reason: string
    readonly count: number
    readonly examples: readonly { readonly session?: string; readonly call?: string; readonly toolCallId?: string }[]
  }[]
  readonly cannotTell: Readonly<Record<string, number>>
}

const days = { '1': '24h', '7': '7d', '30': '30d' } as const

/** Tries the draft on recorded calls. The server judges, by the same rules as real calls. */
export function SimulateDraft({
  draft,
  isSaved,
  onSimulated,
}: {
  readonly draft: PolicyDraft
  readonly isSaved: boolean
  readonly onSimulated: () => void
}): ReactNode {
  const [range, setRange] = useState<string>('7')
  const [outcome, setOutcome] = useState<{
    readonly found?: Simulation
    readonly error?: unknown
    isRunning?: boolean
  }>({})
  const simulate = async () => {
    setOutcome({ isRunning: true })
    try {
      setOutcome({ found: await write<Simulation>('POST', `${draftPath}/simulate`, { days: Number(range) }) })
      onSimulated()
    } catch (error) {
      setOutcome({ error })
    }
  }
  const { policy } = texts
  return (
    <div>
      <h2 className="mb-1 font-semibold">{policy.trial}</h2>
      <p className="mb-2 text-muted">{policy.simulateMore}</p>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Choice
          label={policy.sessions}
          value={range}
          options={Object.entries(days).map(([value, name]) => [value, texts.overview.ranges[name]] as const)}
          onChange={setRange}
        />
        <Button
          inert={!isSaved || draft.problems.length > 0 || outcome.isRunning === true}
          onClick={() => void simulate()}
        >
          {policy.simulate}
        </Button>
      </div>
      {outcome.error === undefined ? null : <ProblemNote error={outcome.error} />}
      {outcome.found === undefined ? null : <Found found={outcome.found} />}
    </div>
  )
}

function Found({
  found: { calls, changed, sessions, complete, groups, cannotTell },
}: {
  readonly found: Simulation
}): ReactNode {
  const { policy } = texts
  const unknown = Object.values(cannotTell).reduce((sum, count) => sum + count, 0)
  return (
    <div role="status">
      <p className="font-semibold">{policy.simulated(formatNumber(calls), formatNumber(changed))}</p>
      {complete ? null : <p className="text-ask">{policy.incomplete(formatNumber(sessions))}</p>}
      {groups.map(({ tool, from, to, wider, rule, reason, count, examples }, index) => (
        <details key={`${index} ${tool}`} open className="my-2 rounded-md border border-line bg-surface p-3">
          <summary>
            <ForeignText text={tool} mono oneLine /> {from} → {to} <strong>×{formatNumber(count)}</strong>{' '}
            {wider ? <strong className="text-ask">▲ {policy.wider}</strong> : null}
          </summary>
          <p className="text-muted">
            <ForeignText text={`${rule}: ${reason}`} />
          </p>
          <ul>
            {examples.map(({ session = '', call, toolCallId }, at) => (
              <li key={`${at} ${session}`}>
                <Link
                  className="text-accent underline"
                  to={`/sessions/${encodeURIComponent(session)}?call=${encodeURIComponent(call ?? toolCallId ?? '')}`}
                >
                  <ForeignText text={`${session} ${call ?? toolCallId ?? ''}`} mono oneLine />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {unknown === 0 ? null : <p className="text-muted">{policy.cannotTell(formatNumber(unknown))}</p>}
    </div>
  )
}
