import { fail, toolOutput } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { describeTime, hereZone } from './describe-time.ts'

const longestSeconds = 300

const input = z.strictObject({
  seconds: z.number().min(0).max(longestSeconds).describe('How long to wait.'),
})

/** The time in which the tool tells that the wait is over. Milliseconds. */
const tellingMs = 5_000

/** `time.wait`: waits, until the call is aborted at the latest. */
export function wait(): ToolBody {
  return defineToolBody({
    input,
    timeLimit: ({ seconds }) => seconds * 1_000 + tellingMs,
    execute: async ({ seconds }, { clock, signal }) => {
      await pause(seconds * 1_000, clock, signal)
      if (signal.aborted) fail('aborted', 'The wait was ended before its time.')
      const time = describeTime(clock.now(), hereZone())
      return toolOutput({
        content: [{ type: 'text', text: `Waited ${seconds} s. It is ${time.iso}.` }],
        data: { waited_seconds: seconds, now: time },
      })
    },
  })
}

/** Resolves after a time, or once the signal is aborted. */
async function pause(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  using _timer = clock.after(delayMs, end, 'kept-alive')
  signal.addEventListener('abort', end, { once: true })
  await promise
  signal.removeEventListener('abort', end)
}
