import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { describeTime, hereZone, isTimeZone } from './describe-time.ts'

const input = z.strictObject({
  timezone: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .describe('A time zone such as "Europe/Berlin", "UTC" or "+05:30". Default: that of this machine.'),
})

/** `time.now`: the time in a time zone. */
export function now(): ToolBody {
  return defineToolBody({
    input,
    check: ({ timezone }) =>
      timezone === undefined || isTimeZone(timezone)
        ? undefined
        : `"timezone" is ${JSON.stringify(timezone)}, which is not a time zone. Use a name such as "Europe/Berlin", "UTC" or an offset such as "+05:30".`,
    execute: ({ timezone = hereZone() }, { clock }) => {
      const time = describeTime(clock.now(), timezone)
      return toolOutput({
        content: [{ type: 'text', text: `${time.weekday}, ${time.iso} (${time.timezone})` }],
        data: time,
      })
    },
  })
}
