import type { UnlabelledBlock } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type { ProcessCommand, ProcessEnd, ProcessPlace, ProcessResult } from '@drawbridge/core/machine'
import { note } from '../../fs/result-text.ts'
import { renderOutput } from './render-output.ts'

/** Structured result of a command; `data` of the tools that run one. */
export type CommandData = ({ readonly argv: readonly string[] } | { readonly command: string }) & {
  readonly cwd: string
  readonly exit_code: number | null
  readonly signal: string | null
  readonly timed_out: boolean
  readonly duration_ms: number
  readonly stdout_bytes: number
  readonly stderr_bytes: number
  /** True if output was dropped because it was too long. */
  readonly truncated: boolean
  readonly survivors: readonly { readonly pid: number; readonly killed: boolean }[]
  /** The place where it ran: `host`, `bubblewrap` or `docker`. Absent if no sandbox is configured. */
  readonly ran_in?: ProcessPlace['kind']
}

/** The signals that end programs, by the exit code with which shells and sandboxes report them (128 and the signal's number). */
const signals: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
}

function signalBehind(exitCode: number): string {
  const signal = signals[exitCode]
  return signal === undefined ? '' : `, which usually means that ${signal} ended a program`
}

/** Describes the end of a command: `Exit code 0 after 1.2 s.` */
export function describeEnd(end: ProcessEnd, durationMs: number): string {
  const after = `after ${(durationMs / 1000).toFixed(1)} s`
  switch (end.kind) {
    case 'exited':
      return `Exit code ${end.exitCode} ${after}${signalBehind(end.exitCode)}.`
    case 'killed':
      return `Killed by ${end.signal} ${after}.`
    case 'timed_out':
      return `Stopped at its time limit of ${end.timeoutMs / 1000} s.`
    case 'aborted':
      return `Aborted ${after}.`
    default:
      return assertNever(end)
  }
}

/**
 * Returns the content for the model in addition to the end of the command: both streams under their names, then
 * background processes.
 */
export function commandContent(
  { stdout, stderr, survivors, notices = [] }: ProcessResult,
  place?: ProcessPlace | undefined,
): readonly UnlabelledBlock[] {
  const streams = [
    { name: 'stdout', output: stdout },
    { name: 'stderr', output: stderr },
  ].filter(({ output }) => output.totalBytes > 0)
  const text = streams.map(({ name, output }) => `--- ${name}\n${renderOutput(output).text.trimEnd()}`).join('\n')
  const alive = survivors.filter((survivor) => !survivor.killed).map((survivor) => survivor.pid)
  const ended = survivors.length - alive.length
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...note(
      streams.length === 0 ? 'The command printed nothing.' : undefined,
      ended > 0 ? `Processes that it left running were killed: ${ended}.` : undefined,
      alive.length > 0 ? `Still running: process ${alive.join(', ')}.` : undefined,
      ...notices,
      place?.notice,
    ),
  ]
}

/** Returns true if the shown output leaves out what the program overwrote, such as the states of a progress bar. */
export function isFolded({ stdout, stderr }: ProcessResult): boolean {
  return renderOutput(stdout).isFolded || renderOutput(stderr).isFolded
}

export function commandData(
  command: ProcessCommand,
  { cwd, place }: { readonly cwd: string; readonly place?: ProcessPlace | undefined },
  result: ProcessResult,
): CommandData {
  const { end, durationMs, stdout, stderr, survivors } = result
  const isCut = ({ head, tail, totalBytes }: ProcessResult['stdout']) => totalBytes > head.length + tail.length
  return {
    ...('line' in command ? { command: command.line } : { argv: command.argv }),
    cwd,
    exit_code: end.kind === 'exited' ? end.exitCode : null,
    signal: end.kind === 'killed' ? end.signal : null,
    timed_out: end.kind === 'timed_out',
    duration_ms: durationMs,
    stdout_bytes: stdout.totalBytes,
    stderr_bytes: stderr.totalBytes,
    truncated: isCut(stdout) || isCut(stderr),
    survivors,
    ...(place === undefined ? {} : { ran_in: place.kind }),
  }
}
