import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'

/** Recorded calls that another policy would decide otherwise, as the API answers them. */
export interface Simulation {
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

/** The calls that another policy would decide otherwise, by rule, with examples that lead to them. */
export function ChangedCalls({
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
