import { fail, type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { assertNever } from '@drawbridge/core/base'
import type { ProcessCommand, ProcessResult } from '@drawbridge/core/machine'
import { checkUnchanged, hashFileOf, readGuardKey, seenWhole } from '../../fs/read-guard.ts'
import { note } from '../../fs/result-text.ts'
import { commandContent, commandData, describeEnd, isFolded } from './command-report.ts'
import { createOutputKeeper } from './output-keeper.ts'
import { lastLines } from './render-output.ts'
import { reportLife } from './report-life.ts'

export interface CommandRun {
  readonly command: ProcessCommand
  /** Added to the minimal environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Standard input; empty by default. */
  readonly stdin?: string | undefined
}

/**
 * Runs a command that the call declared, within the call's time limit, and reports its end with its output: as a value if it exited
 * with 0, else as a failure. Every tool of this package that runs a program to its end uses it.
 */
export async function runAndReport(
  { command, environment, stdin }: CommandRun,
  context: ToolContext,
): Promise<ToolOutput> {
  const cwd = folderOf(context)
  const { clock, timeoutMs, signal } = context
  const { place } = context.processes
  const keeper = createOutputKeeper(() => context.spill('text/plain'))
  const startedMs = clock.now()
  using life = reportLife(context)
  const result = await rememberWrites(context, () =>
    context.processes.run({
      ...command,
      cwd,
      timeoutMs,
      signal,
      onOutput: (_, chunk) => {
        life.note(chunk)
        return keeper.take(chunk)
      },
      ...(environment === undefined ? {} : { environment }),
      ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
    }),
  )
  const folded = isFolded(result)
  const artifact = await keeper.finish(folded)
  // The call's own limit is the same as the program's: whichever was noticed first, it is a time-out.
  const isLate = result.end.kind === 'aborted' && clock.now() - startedMs >= timeoutMs
  const settled: ProcessResult = isLate ? { ...result, end: { kind: 'timed_out', timeoutMs } } : result
  const content = [
    ...commandContent(settled, place),
    ...note(
      folded && artifact !== undefined
        ? `Of overwritten lines the last state is shown; artifact ${artifact.id} has all.`
        : undefined,
    ),
    ...(artifact === undefined ? [] : [artifact]),
  ]
  return report(nameOf(command), settled, { content, data: commandData(command, { cwd, place }, settled) })
}

/** The folder as it was resolved and decided on. */
export function folderOf({ invocations, workspace }: ToolContext): string {
  return invocations[0]?.cwd ?? workspace
}

function report(
  name: string,
  { end, durationMs, stderr }: ProcessResult,
  details: Required<Pick<ToolOutput, 'data'>> & { readonly content: ReturnType<typeof commandContent> },
): ToolOutput {
  const ending = describeEnd(end, durationMs)
  switch (end.kind) {
    case 'exited':
      if (end.exitCode === 0) {
        return toolOutput({
          ...details,
          content: [{ type: 'text', text: ending, label: ownLabel }, ...details.content],
        })
      }
      return fail('command_failed', failureMessage(name, ending, stderr), details)
    case 'killed':
      return fail('command_failed', failureMessage(name, ending, stderr), details)
    case 'timed_out':
      return fail('timeout', `${name}: ${ending} Ask for more timeout_seconds, or do less.`, details)
    case 'aborted':
      return fail('aborted', `${name}: ${ending}`, details)
    default:
      return assertNever(end)
  }
}

function nameOf(command: ProcessCommand): string {
  return 'line' in command ? 'The command line' : JSON.stringify(command.argv[0])
}

/** Its last words of the error stream are quoted, so that a program which reads only the message learns the reason. */
function failureMessage(name: string, ending: string, stderr: ProcessResult['stderr']): string {
  const summary = lastLines(stderr)
  return `${name} failed. ${ending}${summary === '' ? '' : ` It said: ${JSON.stringify(summary)}`}`
}

/**
 * Runs a command of the session, and remembers the files that it is known to write as the session's own change: those that were
 * unchanged before it are not stale afterwards.
 */
async function rememberWrites<Result>(context: ToolContext, run: () => Promise<Result>): Promise<Result> {
  const { files, session, targets } = context
  const guard = session.use(readGuardKey)
  const own: { readonly real: string }[] = []
  for (const target of targets) {
    if (target.kind !== 'path' || target.access !== 'write' || target.recursive) continue
    const seen = guard.seen(target.real)
    if (seen === undefined) continue
    const isUnchanged = await checkUnchanged(files, target.real, seen).then(
      () => true,
      () => false,
    )
    if (isUnchanged) own.push(target)
  }
  try {
    return await run()
  } finally {
    for (const { real } of own) {
      const after = await hashFileOf(files, real).catch(() => undefined)
      if (after === undefined) guard.forget(real)
      else guard.remember(real, seenWhole(after.bytes, after.hash))
    }
  }
}
