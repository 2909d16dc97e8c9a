import {
  assertNever,
  defineTool,
  fail,
  ownLabel,
  type ProcessResult,
  type ToolContext,
  toolReturn,
} from '@drawbridge/core'
import { z } from 'zod'
import { commandContent, commandData, describeEnd } from './command/command-report.ts'
import { lastLines } from './command/render-output.ts'

const defaultTimeoutSeconds = 120
const maxTimeoutSeconds = 600

/**
 * Runs one program without a shell, in its own process group and with an empty standard input. Of each output stream at most
 * 1 MiB is kept, half from its head and half from its tail.
 *
 * `data`: `{argv, cwd, exit_code | null, signal | null, timed_out, duration_ms, stdout_bytes, stderr_bytes, truncated, survivors:
 * [{pid, killed}]}`; also where the command failed.
 *
 * Codes: `command_failed` (it ran and exited non-zero or was killed), `command_not_found`, `timeout` and `aborted` with the output
 * until then.
 */
export const runCommand = defineTool({
  name: 'runtime.run_command',
  description:
    'Runs a program with arguments, without a shell: no pipes, redirections, variables or wildcards. Returns exit code and output.',
  input: z.strictObject({
    argv: z.array(z.string()).min(1).max(1000).describe('The program and its arguments, e.g. ["npm", "test"].'),
    cwd: z.string().min(1).default('.').describe('Folder to run in; absolute, or relative to the working folder.'),
    timeout_seconds: z
      .int()
      .min(1)
      .max(maxTimeoutSeconds)
      .default(defaultTimeoutSeconds)
      .describe('The program is stopped after this time.'),
  }),
  permission: 'write',
  risk: 'dangerous',
  tags: ['dangerous'],
  targets: ({ argv, cwd }) => [{ kind: 'command', argv, cwd }],
  timeLimit: ({ timeout_seconds: seconds }) => seconds * 1000,
  execute: async ({ argv }, context) => {
    const cwd = folderOf(context)
    const { clock, timeoutMs, signal } = context
    const startedMs = clock.now()
    const result = await context.processes.run({ argv, cwd, timeoutMs, signal })
    // The call's own limit is the same as the program's: whichever was noticed first, it is a time-out.
    const isLate = result.end.kind === 'aborted' && clock.now() - startedMs >= timeoutMs
    return report(argv, cwd, isLate ? { ...result, end: { kind: 'timed_out', timeoutMs } } : result)
  },
})

/** The folder as it was resolved and decided on. */
function folderOf({ targets, workspace }: ToolContext): string {
  return targets.find((target) => target.kind === 'command')?.cwd ?? workspace
}

function report(argv: readonly string[], cwd: string, result: ProcessResult) {
  const { end, durationMs, stderr } = result
  const ending = describeEnd(end, durationMs)
  const content = commandContent(result)
  const details = { content, data: commandData(argv, cwd, result) }
  switch (end.kind) {
    case 'exited':
      if (end.exitCode === 0) {
        return toolReturn({ ...details, content: [{ type: 'text', text: ending, label: ownLabel }, ...content] })
      }
      return fail('command_failed', failureMessage(argv, ending, stderr), details)
    case 'killed':
      return fail('command_failed', failureMessage(argv, ending, stderr), details)
    case 'timed_out':
      return fail('timeout', `${JSON.stringify(argv[0])}: ${ending} Ask for more timeout_seconds, or do less.`, details)
    case 'aborted':
      return fail('aborted', `${JSON.stringify(argv[0])}: ${ending}`, details)
    default:
      return assertNever(end)
  }
}

/** Its last words of the error stream are quoted, so that a program which reads only the message learns the reason. */
function failureMessage(argv: readonly string[], ending: string, stderr: ProcessResult['stderr']): string {
  const summary = lastLines(stderr)
  return `${JSON.stringify(argv[0])} failed. ${ending}${summary === '' ? '' : ` It said: ${JSON.stringify(summary)}`}`
}
