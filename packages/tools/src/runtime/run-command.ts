import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { containedInput, whereCommandsOnlyRead, wish } from './command/command-tool.ts'
import { runAndReport } from './command/run-and-report.ts'
import { rerouteCredentialed } from './credentialed/reroute-credentialed.ts'

const defaultTimeoutSeconds = 120
const maxTimeoutSeconds = 600

/**
 * Runs one program without a shell, in its own process group and with an empty standard input. The result keeps at most
 * 1 MiB of each output stream, half from its head and half from its tail; longer output goes to an artifact. `data`:
 * `{argv, cwd, exit_code | null, signal | null, timed_out, duration_ms, stdout_bytes, stderr_bytes, truncated,
 * survivors: [{pid, killed}]}`; even if the command failed. Codes: `command_failed` (it ran and exited non-zero or was
 * killed), `command_not_found`, `timeout` and `aborted` with the output until then.
 */
export const runCommand = defineToolBody({
  input: field.object({
    argv: field.array(field.string()).min(1).max(1000).describe('The program and its arguments, e.g. ["npm", "test"].'),
    cwd: field.string().min(1).default('.').describe('Folder to run in; absolute, or relative to the working folder.'),
    contained: containedInput,
    timeout_seconds: field
      .int()
      .min(1)
      .max(maxTimeoutSeconds)
      .default(defaultTimeoutSeconds)
      .describe('The program is stopped after this time.'),
  }),
  // The command decides on its own.
  sinks: [],
  targets: ({ argv, cwd, contained }) => [{ kind: 'command', argv, cwd, ...wish(contained) }],
  effective: ({ contained }, targets) => (contained ? whereCommandsOnlyRead(targets) : undefined),
  reroute: ({ cwd }, targets) => rerouteCredentialed(targets, { cwd }),
  timeLimit: ({ timeout_seconds: seconds }) => seconds * 1000,
  execute: ({ argv }, context) => runAndReport({ command: { argv } }, context),
})
