import { failure } from '../../outcome/failure.ts'
import type { ContentBlock } from '../../result/content-block.ts'
import { ownLabel } from '../../result/label.ts'
import type { TargetedCall } from '../call.ts'
import type { Ending } from '../ending.ts'
import type { CallTrace, RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/** The time for which a repeated call is refused if its run continues, in milliseconds. */
const refusalMs = 60_000

/**
 * Warns a model that repeats the same call with the same result. If it does not listen, ends its run, or refuses the repeated call
 * for a while if the run serves more than one task.
 */
export function guardLoop(ending: Ending, context: RunContext): Ending {
  const { executed } = ending
  const { journal, settings } = context
  if (!settings.endsLoops || executed === undefined || executed.tool.tags.has('polling')) return ending
  const trace = {
    call: signatureOf(executed),
    result: shownContent(ending.content),
    changes: executed.permission === 'write' && ending.status === 'ok',
  }
  const { times, history, verdict } = noteRepetition(journal.traces, trace)
  journal.traces = history
  if (trace.changes) journal.refusedUntil.clear()
  switch (verdict) {
    case 'fine':
      return ending
    case 'warn':
      return withNote(
        ending,
        `This call was made ${times} times with an identical result. Repeating it will not change the result: do something else, or say what is in the way.`,
      )
    case 'stop':
      if (settings.loopEnds === 'call') {
        journal.refusedUntil.set(trace.call, context.clock.now() + refusalMs)
        return withNote(
          ending,
          `This call was made ${times} times with an identical result. It is now refused for ${refusalMs / 1_000} s or until another call has changed something: do something else, or say what is in the way.`,
        )
      }
      context.abortRun(
        `"${executed.tool.name}" was called ${times} times with the same input and the same result`,
        'loop',
      )
      return withNote(ending, 'The run was ended because it kept repeating the same call.')
  }
}

/** Refuses a call that was repeated too often a short while ago. */
export function refuseLoop(call: TargetedCall, { journal: { refusedUntil }, clock }: RunContext): Stop | undefined {
  if (refusedUntil.size === 0) return undefined
  const signature = signatureOf(call)
  const retryAfterMs = (refusedUntil.get(signature) ?? 0) - clock.now()
  if (retryAfterMs <= 0) {
    refusedUntil.delete(signature)
    return undefined
  }
  const message = `"${call.exposedName}" was called too often with the same input and the same result, so this call was not run. Use the result that you have, call with another input, or say what is in the way. This call can be made again in ${retryAfterMs} ms, or after another call has changed something.`
  return stop('failed', failure('rate_limited', message, { data: { limit: 'repeated call', retryAfterMs } }))
}

function signatureOf({ tool, input }: TargetedCall): string {
  return `${tool.name} ${JSON.stringify(input)}`
}

function shownContent(content: readonly ContentBlock[]): string {
  const [first] = content
  return content.length === 1 && first !== undefined ? shownText(first) : content.map(shownText).join('\n')
}

function shownText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'json':
      return JSON.stringify(block.value)
    case 'resource':
      return block.text ?? block.uri
    case 'image':
    case 'audio':
      return block.data
    case 'artifact_ref':
      // The same output stored again has another id.
      return ''
  }
}

function withNote(ending: Ending, note: string): Ending {
  return {
    ...ending,
    content: [...ending.content, { type: 'text', text: note, label: ownLabel }],
    added: [...(ending.added ?? []), 'loop'],
  }
}

export interface RepetitionLimits {
  /** Warn at the Nth identical call with an identical result. */
  readonly warnAt: number
  /** End the run at the Nth one. */
  readonly stopAt: number
  /** The number of recent calls that are compared. */
  readonly window: number
}

const defaultRepetitionLimits: RepetitionLimits = { warnAt: 4, stopAt: 8, window: 24 }

export interface Repetition {
  readonly history: readonly CallTrace[]
  /** The number of identical calls with an identical result, including this one. */
  readonly times: number
  readonly verdict: 'fine' | 'warn' | 'stop'
}

/**
 * Detects a model that repeats itself: only the same tool with the same input and the same result counts. A poll with a
 * changing answer and the reading of many files are not loops, and reads start a new count after a change. Pure.
 */
export function noteRepetition(
  history: readonly CallTrace[],
  trace: CallTrace,
  { warnAt, stopAt, window }: RepetitionLimits = defaultRepetitionLimits,
): Repetition {
  let times = 1
  for (const earlier of history) if (earlier.call === trace.call && earlier.result === trace.result) times += 1
  const stillCounts = trace.changes ? history.filter((earlier) => earlier.changes) : history
  const latest = stillCounts.slice(1 - window)
  latest.push(trace)
  return {
    history: latest,
    times,
    verdict: times >= stopAt ? 'stop' : times >= warnAt ? 'warn' : 'fine',
  }
}
