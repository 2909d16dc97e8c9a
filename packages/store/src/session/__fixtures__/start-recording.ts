import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DatabaseOptions } from '../../database/database-options.ts'

export interface Recording {
  readonly pid: number
  /** What it has been told to be kept: whole lines alone, for the last may be torn. */
  readonly acknowledged: readonly string[]
  /** Resolves once so many lines have come, or it has ended. */
  until(lines: number): Promise<void>
  kill(): void
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

export interface RecordingOptions {
  /** Default: until it is killed. */
  readonly calls?: number
  /** Between the calls of a session. Default: none. */
  readonly pauseMs?: number
}

/** Starts a process that records calls in several sessions, whose names begin with the prefix. */
export function startRecording(
  database: DatabaseOptions,
  prefix: string,
  { calls, pauseMs = 0 }: RecordingOptions = {},
): Recording {
  const program = join(import.meta.dirname, 'recording-load.ts')
  const child = spawn(process.execPath, [program, JSON.stringify([database, prefix, calls ?? null, pauseMs])])
  const acknowledged: string[] = []
  let errors = ''
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    if (/^(?:started|ended) \S+$/.test(line)) acknowledged.push(line)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const closed = once(reader, 'close')
  const ended = once(child, 'close').then(async ([code]) => {
    await closed
    return { code: code as number | null, errors }
  })
  return {
    pid: child.pid ?? -1,
    acknowledged,
    until: async (lines) => {
      let isOver = false
      void ended.then(() => {
        isOver = true
      })
      while (acknowledged.length < lines && !isOver) await Promise.race([once(reader, 'line'), ended])
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
