import { isDeepStrictEqual } from 'node:util'
import type { GivenArguments, ToolCalled, TurnPosition } from '../../event/families/call-events.ts'
import { defaultJsonLimits, isJsonObject, measureJson } from '../../json/index.ts'
import type { Scrubber } from '../../scrub/index.ts'
import type { CallSoFar } from '../call.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import type { Passage } from '../stage.ts'

/** The maximum part of an unreadable call that is kept in the record: refused calls must not fill the disk. */
const maxKeptBytes = 16 * 1024

const excerptLength = 1_000

const unit = { bytes: 'bytes', depth: 'levels', parameters: 'parameters' } as const

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
  const { toolCallId = '', exposedName: name = '', receivedAt, rawCallId, repairs = noRepairs } = call
  const called: { -readonly [Key in keyof ToolCalled]: ToolCalled[Key] } = {
    type: 'tool.called',
    toolCallId,
    name,
    receivedAt,
  }
  if (turn !== undefined) called.turn = turn
  if (rawCallId !== undefined) called.rawCallId = rawCallId
  const given = passed ? argumentsToKeep(call, context) : undefined
  if (given !== undefined) called.arguments = given
  const ownRepairs = repairs.length === 0 ? repairs : repairs.filter(({ repair }) => repair === 'drop-reserved-key')
  if (ownRepairs.length > 0) called.repairs = ownRepairs
  if (call.arguments === undefined && excerptOfRaw(call.raw, context.scrubber) !== call.raw) called.excerpt = true
  return called
}

const noRepairs: NonNullable<CallSoFar['repairs']> = []

function argumentsToKeep(call: CallSoFar, { hooks }: RunContext) {
  const { input, askedAs } = call
  const given = givenArguments(call) ?? {}
  // An input that another tool or a hook may rewrite does not represent the arguments.
  const mayBecomeOther = askedAs !== undefined || hooks.preToolUse.some(({ trusted }) => trusted === true)
  return mayBecomeOther ? { keys: Object.keys(given), other: given } : differingArguments(given, inWordsOf(call, input))
}

/** Returns the arguments as the model gave them; undefined if they could not be read. */
export function givenArguments({ spoken, arguments: canonical }: CallSoFar): CallSoFar['arguments'] {
  return spoken?.arguments ?? canonical
}

/** Returns the input in the words in which the call came, so that a record need not repeat what both say. */
function inWordsOf({ spoken }: CallSoFar, input: unknown): unknown {
  return (isJsonObject(input) ? spoken?.speech.say(input) : undefined) ?? input
}

/** Returns the arguments of a call, or how they differ from the input made of them; undefined if they do not differ. Pure. */
function differingArguments(given: Readonly<Record<string, unknown>>, input: unknown): GivenArguments | undefined {
  const keys = Object.keys(given)
  if (!isJsonObject(input)) return { keys, other: given }
  const changed = keys.filter((key) => !Object.hasOwn(input, key) || !isSame(given[key], input[key]))
  if (changed.length === 0 && Object.keys(input).length === keys.length) return undefined
  return { keys, other: Object.fromEntries(changed.map((key) => [key, given[key]])) }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right))
}

/**
 * Returns the part of a raw call that the record keeps: all of a small one, the beginning of a long text (scrubbed, so
 * that the cut leaves no half of a secret), and for any other only the reason why it was left out.
 */
export function excerptOfRaw(raw: unknown, scrubber: Scrubber): unknown {
  if (typeof raw === 'string') {
    if (raw.length <= maxKeptBytes) return raw
    const head = scrubber.scrub(raw.slice(0, maxKeptBytes)).text.slice(0, excerptLength)
    return `${head}… (cut; ${raw.length} characters)`
  }
  const { exceeded } = measureJson(raw, { ...defaultJsonLimits, bytes: maxKeptBytes })
  return exceeded === undefined ? raw : { omitted: `The call has too many ${unit[exceeded]} to be recorded.` }
}
