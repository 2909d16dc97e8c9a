import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { secondsOf } from '../shapes.ts'

const longestMs = 1_800_000

/** `runtime.exec` with its time limit in milliseconds, in the working folder and without standard input. */
export const claudeBash: OwnShape = {
  schema: field.object({
    command: field.string().min(1).max(65_536).describe('The command line, e.g. "npm test 2>&1 | tail -20".'),
    timeout: field
      .int()
      .min(1)
      .max(longestMs)
      .optional()
      .describe('The command is stopped after this time, in milliseconds.'),
    run_in_background: field.boolean().default(false).describe('Start it and return its id at once.'),
    dangerouslyDisableSandbox: field
      .boolean()
      .default(false)
      .describe('Run it without containment; a person is then asked.'),
  }),
  // A note for the person who watches.
  ignored: ['description'],
  toCanonical: ({ command, timeout, run_in_background: background, dangerouslyDisableSandbox: uncontained }) =>
    defined({
      command,
      workdir: '.',
      timeout_seconds: timeout === undefined ? undefined : secondsOf(timeout),
      background,
      contained: uncontained === false,
    }),
  fromCanonical: ({ command, workdir, timeout_seconds: seconds, background, contained, ...rest }) =>
    workdir !== '.' || Object.keys(rest).length > 0
      ? undefined
      : defined({
          command,
          timeout: seconds === undefined ? undefined : Number(seconds) * 1_000,
          run_in_background: background,
          dangerouslyDisableSandbox: contained === false,
        }),
  places: { timeout_seconds: 'timeout', background: 'run_in_background', contained: 'dangerouslyDisableSandbox' },
}
