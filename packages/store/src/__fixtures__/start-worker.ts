import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { LimitRequest, LimitSettings } from '@drawbridge/core/limits'
import { onTestFinished } from 'vitest'
import type { DatabaseOptions } from '../database/database-options.ts'

/** What another process does with the database; it says `ready` (or `held`) and goes on once told, where it waits. */
export type WorkerTask =
  /** Opens the database when told. */
  | { readonly kind: 'open' }
  /** Claims one note many times at once when told; says how often it won. */
  | { readonly kind: 'claim'; readonly id: string; readonly times: number }
  /** Claims the answer to one question many times at once when told; says how often it won. */
  | { readonly kind: 'claim-answer'; readonly question: string; readonly times: number }
  /** Claims one receipt many times at once when told; says how often it won. */
  | { readonly kind: 'claim-receipt'; readonly id: string; readonly times: number }
  /** Takes a place under a limit many times at once when told, and holds it; says how often it was granted. */
  | {
      readonly kind: 'acquire'
      readonly settings: Partial<LimitSettings>
      readonly request: LimitRequest
      readonly times: number
    }
  /** Writes notes when told, each in a transaction with a change event; says the id of each once it is acknowledged. */
  | { readonly kind: 'write'; readonly prefix: string; readonly times: number; readonly bytes?: number }
  /** Writes in a transaction that it leaves open until told. */
  | { readonly kind: 'hold'; readonly id: string }
  /** Says the key of each change of topic `note` until told to end. */
  | { readonly kind: 'listen' }

export interface Worker {
  readonly pid: number
  /** Everything it has said. */
  readonly lines: readonly string[]
  /** The next line that was not taken yet. */
  next(): Promise<string>
  tell(): void
  kill(): void
  /** Resolves to its exit code and what it wrote to standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>
}

/** Starts another process on the database; it ends with the test at the latest. */
export function startWorker(options: DatabaseOptions, task: WorkerTask): Worker {
  const program = join(import.meta.dirname, 'database-worker.ts')
  const child = spawn(process.execPath, [program, JSON.stringify([options, task])])
  onTestFinished(() => void child.kill('SIGKILL'))

  const lines: string[] = []
  let taken = 0
  let errors = ''
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }))
  return {
    pid: child.pid ?? -1,
    lines,
    next: async () => {
      while (lines.length <= taken) {
        const isOver = await Promise.race([once(reader, 'line').then(() => false), ended.then(() => true)])
        if (isOver && lines.length <= taken) throw new Error(`The worker ended without another line: ${errors}`)
      }
      taken += 1
      return lines[taken - 1] ?? ''
    },
    tell: () => void child.stdin.write('go\n'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  }
}
