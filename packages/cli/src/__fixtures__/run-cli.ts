import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { ScratchFolder } from './scratch-folder.ts'

export const launcher = join(import.meta.dirname, '../../bin/drawbridge.js')

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the real command in a scratch workspace, without a terminal. */
export function startCli(
  { workspace, home }: ScratchFolder,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): ChildProcessWithoutNullStreams {
  const env = { ...process.env, DRAWBRIDGE_HOME: home, NO_COLOR: '1' }
  const child = spawn(process.execPath, [...nodeOptions, launcher, ...args], { cwd: workspace, env })
  child.stdin.on('error', () => undefined)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs the real command to its end. */
export async function runCli(
  folder: ScratchFolder,
  args: readonly string[],
  { input = '', nodeOptions = [] }: { readonly input?: string; readonly nodeOptions?: readonly string[] } = {},
): Promise<CliResult> {
  const child = startCli(folder, args, nodeOptions)
  child.stdin.end(input)
  return resultOf(child)
}

/** Resolves once the command has ended. Call this right after its start: an end that nobody listens to is never told again. */
export async function resultOf(child: ChildProcessWithoutNullStreams): Promise<CliResult> {
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error('The command ended before anything listened to it. Call resultOf before the test awaits anything.')
  }
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await output
  return { code, stdout, stderr }
}

/** Reads what the command wrote as JSON. */
export function jsonOf<Value = Record<string, unknown>>({ stdout }: Pick<CliResult, 'stdout'>): Value {
  return JSON.parse(stdout) as Value
}
