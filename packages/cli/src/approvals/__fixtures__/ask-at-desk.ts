import { join } from 'node:path'
import type { ApprovalRequest } from '@drawbridge/core'
import { createApprovalDesk } from '@drawbridge/store/authority'
import { openDatabase } from '@drawbridge/store/database'
import { onTestFinished, vi } from 'vitest'
import type { ScratchFolder } from '../../__fixtures__/scratch-folder.ts'

/** Questions that wait at the desk of a home, from a process that is gone. */
export async function askAtDesk({ home }: ScratchFolder, requests: readonly ApprovalRequest[]) {
  const database = await openDatabase({ kind: 'sqlite', file: join(home, 'drawbridge.db') })
  onTestFinished(() => database[Symbol.asyncDispose]())
  const desk = createApprovalDesk(database, { askedBy: 'process 7 on workstation' })
  onTestFinished(() => desk[Symbol.asyncDispose]())
  const left = new AbortController()
  for (const [index, request] of requests.entries()) {
    void Array.fromAsync(desk.ask([request], left.signal))
    await vi.waitFor(async () => {
      if ((await desk.list()).length <= index) throw new Error('It is not there yet.')
    }, 20_000)
  }
  left.abort()
  return desk
}
