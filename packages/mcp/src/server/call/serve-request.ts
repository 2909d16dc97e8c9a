import { randomUUID } from 'node:crypto'
import type { Outcome } from '@drawbridge/core'
import type { ClientAbility } from '@drawbridge/core/registry'
import {
  type ClientCapabilities,
  INVALID_PARAMS,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
} from '@modelcontextprotocol/server'
import type { ClientConnection } from '../connection.ts'
import { type Exchange, openExchange, type RequestContext } from './exchange.ts'
import type { AskedCall } from './question-seal.ts'
import { type ClientReach, type ServedCall, type ServedCallOptions, serveCall } from './served-call.ts'

/** A request of a client that one of our calls answers. */
export interface ServedRequest {
  /** The request as the client sent it. A repeated one brings answers to what it asked, and nothing else. */
  readonly asked: AskedCall
  /** The call that answers it. */
  readonly call: { readonly name: string; readonly arguments: unknown }
  readonly reach: ClientReach
}

const capabilities: Readonly<Record<ClientAbility, ClientCapabilities>> = {
  elicit: { elicitation: {} },
  sample: { sampling: {} },
  listRoots: { roots: {} },
}

/** The outcome of the call, or what has to be answered before it can go on. */
export type ServedAnswer =
  | { readonly type: 'ended'; readonly outcome: Outcome }
  | { readonly type: 'asking'; readonly result: InputRequiredResult }

/** Starts the call for a request, or resumes the one that waits for it. */
export async function serveRequest(
  { asked, call, reach }: ServedRequest,
  context: RequestContext,
  connection: ClientConnection,
): Promise<ServedAnswer> {
  const exchange = openExchange(context)
  const { inputResponses } = context.mcpReq
  const byAnswer = reach.send === undefined
  const own = byAnswer && inputResponses !== undefined ? { ...reach, early: inputResponses } : reach
  const served = resumed(asked, context, connection) ?? start({ ...call, reach: own }, exchange, connection)
  const step = await served.within(exchange)
  switch (step.type) {
    case 'ended': {
      const [missing] = step.missing
      // Only 2026-07-28 has words for this; a client of before reads why the call failed.
      if (byAnswer && missing !== undefined && step.outcome.status !== 'ok') throw cannotBeAsked(step.missing)
      return step
    }
    case 'asking': {
      // A new one for each step, so that nothing earlier can be answered any more.
      const handle = randomUUID()
      connection.parked.park(handle, served)
      const requestState = connection.seal.seal(handle, asked)
      return { type: 'asking', result: inputRequired({ inputRequests: step.requests, requestState }) }
    }
    default:
      return step satisfies never
  }
}

function start(
  call: Pick<ServedCallOptions, 'name' | 'arguments' | 'reach'>,
  exchange: Exchange,
  { shared, run, hold }: ClientConnection,
): ServedCall {
  return hold(serveCall({ ...shared, ...call, run: run.get() }, exchange))
}

function cannotBeAsked(missing: ReadonlySet<ClientAbility>): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({
    requiredCapabilities: Object.assign({}, ...[...missing].map((ability) => capabilities[ability])),
  })
}

/**
 * Returns the parked call that a retry is about. A retry brings answers and nothing else: for another tool or other arguments than were
 * asked about it is refused, and the call goes on waiting.
 */
function resumed(
  asked: AskedCall,
  { mcpReq }: RequestContext,
  { parked, seal }: ClientConnection,
): ServedCall | undefined {
  const state = mcpReq.requestState<string>()
  if (state === undefined) return undefined
  const handle = seal.open(state, asked)
  const call = handle === undefined ? undefined : parked.take(handle)
  if (call === undefined) {
    throw new ProtocolError(
      INVALID_PARAMS,
      'No call is waiting for this answer any more. Send the call again as a new one.',
    )
  }
  call.answer(mcpReq.inputResponses)
  return call
}
