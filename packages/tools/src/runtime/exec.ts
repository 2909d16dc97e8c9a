import { defineTool, fail } from '@drawbridge/core'
import { z } from 'zod'
import { containedInput, wish } from './command/contained-input.ts'
import { whereCommandsOnlyRead } from './command/only-reads.ts'
import { runAndReport } from './command/run-and-report.ts'
import { rerouteCredentialed } from './credentialed/reroute-credentialed.ts'
import { startInBackground } from './process/start-in-background.ts'

/** The run's own ceiling, ten minutes by default, holds below this. */
const maxTimeoutSeconds = 1800
/** What is longer is not analysed. */
const maxCommandLength = 65_536

/**
 * Runs a line of shell: bash where there is one, else the system's `sh`, and no profile or start-up file is read. Standard input is
 * empty unless `stdin` is given. In the background the line goes on after the call, until it ends, is killed with
 * `runtime.process`, its `timeout_seconds` are over, or the session ends; otherwise it has 60 seconds, or 300
 * in a sandbox (`commandTimeoutMs` of the run).
 *
 * `data`: as of `runtime.run_command`, with `command` in place of `argv`; in the background `{process_id, pid, command, cwd}`.
 *
 * Codes: as of `runtime.run_command`; `quota_exceeded` where too many processes run in the background.
 */
export const exec = defineTool({
  name: 'runtime.exec',
  description:
    'Runs a shell command line (bash) and returns exit code and output. For one program with arguments prefer runtime.run_command. With background=true it goes on after the call: see runtime.process.',
  input: z.strictObject({
    command: z.string().min(1).max(maxCommandLength).describe('The command line, e.g. "npm test 2>&1 | tail -20".'),
    workdir: z.string().min(1).default('.').describe('Folder to run in; absolute, or relative to the working folder.'),
    timeout_seconds: z
      .int()
      .min(1)
      .max(maxTimeoutSeconds)
      .optional()
      .describe('The command is stopped after this time. Default 60, in a sandbox 300; in the background none.'),
    background: z.boolean().default(false).describe('Starts it and returns its process_id at once.'),
    contained: containedInput,
    stdin: z.string().max(1_000_000).optional().describe('Text for its standard input, which is empty otherwise.'),
  }),
  permission: 'write',
  risk: 'dangerous',
  tags: ['dangerous'],
  targets: ({ command, workdir, contained }) => [{ kind: 'shell', command, cwd: workdir, ...wish(contained) }],
  effective: ({ background, contained }, targets) =>
    background || !contained ? undefined : whereCommandsOnlyRead(targets),
  reroute: ({ workdir, timeout_seconds, background, stdin }, targets) =>
    background || stdin !== undefined ? undefined : rerouteCredentialed(targets, { cwd: workdir, timeout_seconds }),
  timeLimit: ({ background, timeout_seconds: seconds }, { commandTimeoutMs }) =>
    background ? undefined : seconds === undefined ? commandTimeoutMs : seconds * 1000,
  execute: ({ command, background, timeout_seconds: seconds, stdin }, context) => {
    const own = rerouteCredentialed(context.targets, { cwd: '.' })
    if (own !== undefined)
      fail('invalid_target', `"${own.input.binary}" has credentials: it runs neither in the background nor with stdin.`)
    return background
      ? startInBackground({ line: command, stdin, timeoutMs: seconds && seconds * 1000 }, context)
      : runAndReport({ command: { line: command }, stdin }, context)
  },
})
