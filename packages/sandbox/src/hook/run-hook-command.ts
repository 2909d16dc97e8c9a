import { resolve } from 'node:path'
import type { Clock } from '@drawbridge/core/base'
import type { BoundedOutput } from '@drawbridge/core/machine'
import { runProgram } from '../process/run-program.ts'
import { notFound } from '../process/spawn-fault.ts'
import { hostLauncher } from '../process/spawn-program.ts'
import { findProgram } from '../target/find-program.ts'

/** Answers are short; a hook that says more is broken. */
const maxOutputBytes = 256 * 1024

export interface HookCommand {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The base of a program that is named by a relative path: never the folder of the work, where others write. Absolute. */
  readonly programs: string
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** For standard input. */
  readonly input: string
}

/** The normal end of a hook's program, with its output. */
export interface HookCommandEnd {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a hook's program to its end. Throws if it did not end on its own, or if its output was too long or not text. */
export async function runHookCommand(command: HookCommand): Promise<HookCommandEnd> {
  const { argv, cwd, programs, environment, timeoutMs, clock, signal, input } = command
  const [name = ''] = argv
  const file = findProgram(name, { cwd: programs, searchPath: environment.PATH ?? '' })
  if (file === undefined) throw notFound(name.includes('/') ? resolve(programs, name) : name)
  const { end, stdout, stderr } = await runProgram(
    { argv, cwd, timeoutMs, stdin: new TextEncoder().encode(input), maxOutputBytes },
    { launcher: hostLauncher, argv, file, baseEnvironment: environment, clock, signal },
  )
  switch (end.kind) {
    case 'exited':
      return { exitCode: end.exitCode, stdout: textOf(stdout, 'output'), stderr: textOf(stderr, 'error output') }
    case 'timed_out':
      throw new Error(`it was stopped after ${end.timeoutMs} ms, its time limit`)
    case 'killed':
      throw new Error(`it was killed by ${end.signal}`)
    case 'aborted':
      throw new Error('it was stopped before it answered')
    default:
      return end satisfies never
  }
}

function textOf({ head, tail, totalBytes }: BoundedOutput, what: string): string {
  if (totalBytes > maxOutputBytes) throw new Error(`its ${what} is larger than ${maxOutputBytes} bytes`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat([head, tail]))
  } catch (cause) {
    throw new Error(`its ${what} is not text`, { cause })
  }
}
