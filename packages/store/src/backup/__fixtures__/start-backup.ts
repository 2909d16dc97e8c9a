import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { BackupTask } from './backup-worker.ts'

/** Starts a process with the task and kills it after some time, should it run that long. Resolves when it has ended. */
export async function killDuring(task: BackupTask, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-worker.ts'), JSON.stringify(task)])
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  await Promise.race([sleep(afterMs), ended])
  child.kill('SIGKILL')
  await ended
}
