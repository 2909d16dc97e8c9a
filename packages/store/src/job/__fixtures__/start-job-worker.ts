import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DatabaseOptions } from '../../database/database-options.ts'

/** Another process that does the jobs of a test. */
export interface JobWorker {
  readonly ready: Promise<unknown>
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts a worker on the database; it ends with the test at the latest. */
export function startJobWorker(options: DatabaseOptions): JobWorker {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  return {
    ready: Promise.race([once(child.stdout, 'data'), closed]),
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
