import type { ToolCalled, TurnPosition } from '../event/families/call-events.ts'
import type { CallSoFar } from './call.ts'
import { excerptOfRaw } from './excerpt-of-raw.ts'
import { givenArguments } from './given-arguments.ts'
import { noteEvent } from './note-event.ts'
import type { RunContext } from './run-context.ts'
import type { Passage } from './sequence.ts'

/**
 * Records an incoming call after inspection, so that later events need not repeat its data. Malformed input gets an id
 * too, so that its outcome can be recorded and found.
 */
export function receiveCall<Out extends CallSoFar>(
  passage: Passage<Out>,
  context: RunContext,
  turn?: TurnPosition,
): Passage<Out> {
  const received = passage.passed ? passage : { ...passage, call: identified(passage.call, context) }
  recordOpening(context)
  noteEvent(calledEvent(received, context, turn), context)
  return received
}

/** With the first call of a run, and not when it is opened: most that are opened for a look are never called. */
export function recordOpening(context: RunContext): void {
  const { opening } = context.journal
  if (opening === undefined) return
  context.journal.opening = undefined
  noteEvent(opening(), context)
}

function identified(call: CallSoFar, { ids }: RunContext): CallSoFar & { readonly toolCallId: string } {
  return { ...call, toolCallId: call.toolCallId ?? ids.next('call') }
}

function calledEvent<Out extends CallSoFar>(
  { passed, call }: Passage<Out>,
  context: RunContext,
  turn: TurnPosition | undefined,
): ToolCalled {
  const { toolCallId = '', exposedName: name = '', receivedAt, rawCallId, repairs } = call
  const given = passed ? argumentsToKeep(call, context) : undefined
  const ownRepairs = repairs?.filter(({ repair }) => repair === 'drop-reserved-key') ?? []
  const isCut = call.arguments === undefined && excerptOfRaw(call.raw, context.scrubber) !== call.raw
  return {
    type: 'tool.called',
    toolCallId,
    name,
    receivedAt,
    ...(turn === undefined ? {} : { turn }),
    ...(rawCallId === undefined ? {} : { rawCallId }),
    ...(given === undefined ? {} : { arguments: given }),
    ...(ownRepairs.length === 0 ? {} : { repairs: ownRepairs }),
    ...(isCut ? { excerpt: true } : {}),
  }
}

function argumentsToKeep({ arguments: given = {}, input, askedAs }: CallSoFar, { hooks }: RunContext) {
  // An input that another tool or a hook may rewrite does not represent the arguments.
  const mayBecomeOther = askedAs !== undefined || hooks.preToolUse.some(({ trusted }) => trusted === true)
  return mayBecomeOther ? { keys: Object.keys(given), other: given } : givenArguments(given, input)
}
