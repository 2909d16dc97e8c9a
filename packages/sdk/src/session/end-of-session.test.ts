import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '@drawbridge/core'
import { approveEverything } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'

let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-session-'))
  await mkdir(join(scratch, 'project'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const open = () =>
  createDrawbridge({
    workspace: join(scratch, 'project'),
    home: join(scratch, 'home'),
    useConfig: false,
    authority: { approvers: [approveEverything] },
  })

async function leaveRunning(session: Session): Promise<number> {
  const outcome = await session.call({ name: 'runtime__exec', arguments: { command: 'sleep 300', background: true } })
  return (outcome.result.data as { pid: number }).pid
}

/** Whether a process runs still; one that only waits to be collected does not. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}

describe('what a session left in the background', () => {
  test('ends with the session, and not before', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    const other = drawbridge.openSession()
    const [pid, others] = [await leaveRunning(session), await leaveRunning(other)]
    expect([isAlive(pid), isAlive(others)]).toEqual([true, true])
    await session[Symbol.asyncDispose]()
    expect([isAlive(pid), isAlive(others)]).toEqual([false, true])
  })

  test('ends with the Drawbridge', async () => {
    let pid = 0
    {
      await using drawbridge = await open()
      pid = await leaveRunning(drawbridge.openSession())
      expect(isAlive(pid)).toBe(true)
    }
    expect(isAlive(pid)).toBe(false)
  })

  test('is known to its own session and to every run of it', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    await leaveRunning(session)
    const poll = { name: 'runtime__process', arguments: { action: 'poll', id: 'p1' } }
    expect(await session.openRun().call(poll)).toMatchObject({ status: 'ok' })
    expect(await drawbridge.openSession().call(poll)).toMatchObject({ status: 'failed', code: 'invalid_target' })
  })
})
