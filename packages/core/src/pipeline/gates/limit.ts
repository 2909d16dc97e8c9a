import { DrawbridgeError } from '../../error/drawbridge-error.ts'
import type { LimitGrant } from '../../limit/limiter.ts'
import { failure } from '../../outcome/failure.ts'
import type { LimitedCall, TargetedCall } from '../call.ts'
import { refuseLoop } from '../exits/guard-loop.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/** Takes a place under the limits of session, agent, user, tool and risk, or says when to come back. Refuses a call in a loop. */
export function limit(call: TargetedCall, context: RunContext): LimitedCall | Stop | Promise<LimitedCall | Stop> {
  const looping = refuseLoop(call, context)
  if (looping !== undefined) return looping
  const { tool, risk } = call
  const grant = context.limiter.acquire({ tool: tool.name, risk, principal: context.principal }, context.signal)
  return grant instanceof Promise ? grant.then((given) => conclude(call, given), unreachable) : conclude(call, grant)
}

const abortedInQueue = failure('aborted', 'The run was aborted while the call waited for its place; nothing was done.')

function conclude(call: TargetedCall, grant: LimitGrant): LimitedCall | Stop {
  if (grant.status === 'granted') return { ...call, grant }
  if (grant.status === 'aborted') return { ...stop('cancelled', abortedInQueue), notes: { stoppedAt: 'in_queue' } }
  const { limit: name, retryAfterMs } = grant
  return stop(
    'failed',
    failure(
      'rate_limited',
      `The limit "${name}" is reached. Wait ${retryAfterMs} ms, then call again; the tool was not run.`,
      {
        data: { limit: name, retryAfterMs },
      },
    ),
  )
}

/** If limits cannot be read, they cannot be enforced: the call is not made. */
function unreachable(error: unknown): Stop {
  if (!DrawbridgeError.isInstance(error) || !error.code.startsWith('store_')) throw error
  const reason = error.message
  const message = `The limits cannot be read: ${reason} The tool was not run.`
  return { ...stop('failed', failure('store_unavailable', message)), notes: { cause: { at: 'limits', reason } } }
}
