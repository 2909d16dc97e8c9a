import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export interface Program {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Written to standard input at once. Without it that is empty. */
  readonly input?: string
}

/**
 * Starts Node with the arguments and resolves after the first line on standard output, to the peak of the process's memory until
 * then, in MiB. Rejects if the process ends without a line.
 */
export async function firstAnswer({ args, cwd, env, input }: Program): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  const ended = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  // A server needs no further message, and a command reads nothing: its input may be closed by then.
  child.stdin.on('error', () => undefined)
  if (input === undefined) child.stdin.end()
  else child.stdin.write(input)
  try {
    await Promise.race([
      firstLine(child.stdout),
      ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended without an answer:\n${errors}`))),
    ])
    return peakMemory(child.pid)
  } finally {
    child.kill('SIGKILL')
  }
}

const patienceMs = 10_000

/**
 * Starts Node with the arguments and waits until it has ended on its own, which is needed once to write its compile
 * cache.
 */
export async function runToItsEnd({ args, cwd, env, input = '' }: Program): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const impatience = setTimeout(() => child.kill('SIGTERM'), patienceMs)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  await once(child, 'close')
  clearTimeout(impatience)
}

async function firstLine(output: NodeJS.ReadableStream): Promise<void> {
  for await (const chunk of output) if (chunk.toString().includes('\n')) return
  await new Promise(() => undefined)
}

/** The peak memory as Linux counts it (`VmHWM`); NaN elsewhere. */
function peakMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
