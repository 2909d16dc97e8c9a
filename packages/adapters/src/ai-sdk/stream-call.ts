import type { DrawbridgeEvent } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { CallEnd } from '../shared/call-end.ts'
import { askAgain, ToolCallError } from '../shared/tool-call-error.ts'
import { type DrawbridgeOutput, outputOf } from './tool-output.ts'

/**
 * Runs a call as a stream of outputs: its progress, then its result, which is the last. Throws `ToolCallError` if the call does not
 * end with `ok`: the SDK makes a `tool-error` of it.
 */
export async function* streamCall(
  start: (onEvent: (event: DrawbridgeEvent) => void) => Promise<CallEnd>,
): AsyncGenerator<DrawbridgeOutput, void> {
  const progress: DrawbridgeOutput[] = []
  let news = Promise.withResolvers<undefined>()
  const ending = start((event) => {
    if (event.type !== 'tool.progress') return
    const { message, fraction } = event
    progress.push({ status: 'running', progress: { message, ...defined({ fraction }) } })
    news.resolve(undefined)
  })
  let end: CallEnd | undefined
  while (end === undefined) {
    end = await Promise.race([ending, news.promise])
    news = Promise.withResolvers()
    yield* progress.splice(0)
  }
  if (end.status === 'ok') yield outputOf(end)
  else if (end.status === 'pending') throw new ToolCallError({ ...end, text: `${end.text} ${askAgain}` })
  else throw new ToolCallError(end)
}
