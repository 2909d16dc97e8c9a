import { fail } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { containedInput, whereCommandsOnlyRead, wish } from './command/command-tool.ts'
import { runAndReport } from './command/run-and-report.ts'
import { rerouteCredentialed } from './credentialed/reroute-credentialed.ts'
import { startInBackground } from './process/start-in-background.ts'

/** The run's own ceiling, ten minutes by default, holds below this. */
const maxTimeoutSeconds = 1800
/** Longer lines are not analysed. */
const maxCommandLength = 65_536

/**
 * Runs a line of shell: with bash if it exists, else with the system's `sh`. No profile or start-up file is read. Standard input is
 * empty unless `stdin` is given. In the background, the line continues after the call until it ends, is killed with
 * `runtime.process`, its `timeout_seconds` are over, or the session ends. Otherwise it has 60 seconds, or 300 in a sandbox
 * (`commandTimeoutMs` of the run).
 *
 * `data`: as for `runtime.run_command`, with `command` in place of `argv`; in the background `{process_id, pid, command, cwd}`.
 *
 * Codes: as for `runtime.run_command`; `quota_exceeded` if too many processes run in the background.
 */
export const exec = defineToolBody({
  input: field.object({
    command: field.string().min(1).max(maxCommandLength).describe('The command line, e.g. "npm test 2>&1 | tail -20".'),
    workdir: field
      .string()
      .min(1)
      .default('.')
      .describe('Folder to run in; absolute, or relative to the working folder.'),
    timeout_seconds: field
      .int()
      .min(1)
      .max(maxTimeoutSeconds)
      .optional()
      .describe('The command is stopped after this time. Default: 60, in a sandbox 300, in the background none.'),
    background: field.boolean().default(false).describe('Start it and return its process_id at once.'),
    contained: containedInput,
    stdin: field.string().max(1_000_000).optional().describe('Text for its standard input, which is empty otherwise.'),
  }),
  targets: ({ command, workdir, contained }) => [{ kind: 'shell', command, cwd: workdir, ...wish(contained) }],
  // The commands in the line decide by themselves.
  sinks: [{ pointer: '/stdin', kind: 'content' }],
  effective: ({ background, contained }, targets) =>
    background || !contained ? undefined : whereCommandsOnlyRead(targets),
  reroute: ({ workdir, timeout_seconds, background, stdin }, targets) =>
    background || stdin !== undefined ? undefined : rerouteCredentialed(targets, { cwd: workdir, timeout_seconds }),
  timeLimit: ({ background, timeout_seconds: seconds }, { commandTimeoutMs }) =>
    background ? undefined : seconds === undefined ? commandTimeoutMs : seconds * 1000,
  execute: ({ command, background, timeout_seconds: seconds, stdin }, context) => {
    const own = rerouteCredentialed(context.targets, { cwd: '.' })
    if (own !== undefined)
      fail('invalid_target', `"${own.input.binary}" has credentials: it cannot run in the background or with stdin.`)
    return background
      ? startInBackground({ line: command, stdin, timeoutMs: seconds && seconds * 1000 }, context)
      : runAndReport({ command: { line: command }, stdin }, context)
  },
})
