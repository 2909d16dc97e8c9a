import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApprovalAnswer, approveWith, type Outcome } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { openAuthorityStore } from './authority-store.ts'

let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-authority-'))
  await mkdir(join(scratch, 'project'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const home = () => join(scratch, 'home')
const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace: join(scratch, 'project'),
    home: home(),
    useConfig: options.config !== undefined,
    ...options,
  })

const write = (path: string) => ({ name: 'fs__write_file', arguments: { path, content: 'x' } })
const git = (...words: string[]) => ({ name: 'runtime__run_command', arguments: { argv: ['git', ...words] } })
const operator = { client: 'operator', human: true }

/** Ends a test that would wait for ever, in milliseconds. A busy machine takes its time to open a database. */
const patience = 20_000

/** What somebody at another terminal does. */
async function answerNext(answer: ApprovalAnswer): Promise<void> {
  await vi.waitFor(() => expect(existsSync(join(home(), 'drawbridge.db'))).toBe(true), patience)
  await using store = await openAuthorityStore({ home: home(), config: false })
  const request = await vi.waitFor(async () => {
    const [question] = (await store?.approvals.list()) ?? []
    expect(question).toBeDefined()
    return question?.request
  }, patience)
  const { id = '', digest = '' } = request ?? {}
  expect(await store?.approvals.answer({ requestId: id, digest, answer }, operator)).toEqual({ status: 'accepted' })
}

describe('with the desk', () => {
  test('a question is answered from elsewhere', async () => {
    await using drawbridge = await open({ authority: { desk: true } })
    const calling = drawbridge.openSession().call(write('a.txt'))
    await answerNext('allow_once')
    expect(await calling).toMatchObject({ status: 'ok' })
    expect(existsSync(join(scratch, 'project', 'a.txt'))).toBe(true)
  })

  test('a question that nobody answered in time is answered later, for the same call in another process', async () => {
    {
      await using drawbridge = await open({ authority: { desk: true }, settings: { approvalTimeoutMs: 100 } })
      const late = await drawbridge.openSession().call(write('a.txt'))
      expect(late).toMatchObject({ status: 'denied', code: 'approval_timeout' })
      expect(JSON.stringify(late.result.content)).toContain('drawbridge approvals')
    }
    await answerNext('allow_once')
    await using drawbridge = await open({ authority: { desk: true }, settings: { approvalTimeoutMs: 100 } })
    const session = drawbridge.openSession()
    expect(await session.call(write('a.txt'))).toMatchObject({ status: 'ok' })
    expect(await session.call(write('b.txt'))).toMatchObject({ code: 'approval_timeout' })
    expect(await session.call(write('a.txt'))).toMatchObject({ code: 'approval_timeout' })
  })

  test('a later answer does not count for a script that has changed', async () => {
    const script = join(scratch, 'project', 'build.sh')
    const run = { name: 'runtime__run_command', arguments: { argv: ['sh', 'build.sh'] } }
    const settings = { approvalTimeoutMs: 100 }
    await writeFile(script, 'echo one\n')
    await using drawbridge = await open({ authority: { desk: true }, settings })
    const session = drawbridge.openSession()
    expect(await session.call(run)).toMatchObject({ code: 'approval_timeout' })
    await answerNext('allow_once')
    await writeFile(script, 'echo other\n')
    expect(await session.call(run)).toMatchObject({ code: 'approval_timeout' })
    await writeFile(script, 'echo one\n')
    expect(await session.call(run)).toMatchObject({ status: 'ok' })
  })

  test('nothing is opened before something is asked', async () => {
    await writeFile(join(scratch, 'project', 'a.txt'), 'hello\n')
    await using drawbridge = await open({ authority: { desk: true }, record: 'off' })
    const read = await drawbridge.openSession().call({ name: 'fs__read_file', arguments: { path: 'a.txt' } })
    expect(read).toMatchObject({ status: 'ok' })
    expect(existsSync(join(home(), 'drawbridge.db'))).toBe(false)
  })

  test('no one is asked if the operator wants files alone', async () => {
    const config = { store: { kind: 'files' } } as const
    await using drawbridge = await open({ authority: { desk: true }, config })
    expect(drawbridge.hasDesk).toBe(false)
    expect(await drawbridge.openSession().call(write('a.txt'))).toMatchObject({ code: 'approval_unavailable' })
    expect(existsSync(join(home(), 'drawbridge.db'))).toBe(false)
  })

  test('no one is asked if the database cannot be opened, and the denial says why', async () => {
    await using drawbridge = await open({ authority: { desk: true }, record: 'off' })
    await mkdir(join(home(), 'drawbridge.db'), { recursive: true })
    const denied = await drawbridge.openSession().call(write('a.txt'))
    expect(denied).toMatchObject({ status: 'denied', code: 'approval_unavailable' })
    expect(JSON.stringify(denied.result.content)).toContain('drawbridge.db')
  })
})

describe('what is allowed for always', () => {
  const answer = (given: ApprovalAnswer) => [approveWith('person', () => ({ answer: given }), { human: true })]
  const nobody = approveWith('nobody', () => undefined, { human: true })
  const allowed = (outcome: Outcome) => outcome.status !== 'denied'

  test('is not on offer without a store, and its database then stays closed', async () => {
    await using drawbridge = await open({ authority: { approvers: answer('allow_always') }, record: 'off' })
    expect(await drawbridge.openSession().call(write('a.txt'))).toMatchObject({ code: 'approval_unavailable' })
    expect(existsSync(join(home(), 'drawbridge.db'))).toBe(false)
  })

  test('holds in another process for what it covers and nothing more destructive, until it is revoked', async () => {
    spawnSync('git', ['init', '-q'], { cwd: join(scratch, 'project') })
    const config = { store: { kind: 'sqlite' } } as const
    {
      await using drawbridge = await open({ config, authority: { approvers: answer('allow_always') } })
      expect(await drawbridge.openSession().call(git('branch', 'topic'))).not.toMatchObject({ status: 'denied' })
    }
    await using drawbridge = await open({ config, authority: { approvers: [nobody] } })
    const session = drawbridge.openSession()
    expect(allowed(await session.call(git('branch', 'topic')))).toBe(true)
    expect(allowed(await session.call(git('branch', '-D', 'topic')))).toBe(false)
    expect(allowed(await session.call(git('push', '--force')))).toBe(false)

    await using store = await openAuthorityStore({ home: home(), config: false })
    const [grant] = (await store?.grants.list()) ?? []
    expect(grant).toMatchObject({ tool: 'runtime.run_command', grantedBy: 'person' })
    expect(await store?.grants.revoke(grant?.id ?? '', 'ada')).toBe(true)
    expect(allowed(await session.call(git('branch', 'topic')))).toBe(false)
  })

  test('in one process decides what waits in another', async () => {
    const config = { store: { kind: 'sqlite' } } as const
    const silent = approveWith('silent', (_request, signal) => untilAborted(signal), { human: true })
    await using waiting = await open({ config, authority: { approvers: [silent] } })
    await using granting = await open({ config, authority: { approvers: answer('allow_always') } })
    const call = waiting.openSession().call(write('a.txt'))
    expect(await granting.openSession().call(write('b.txt'))).toMatchObject({ status: 'ok' })
    expect(await call).toMatchObject({ status: 'ok' })
  })

  test('ends when the configuration says', async () => {
    const config = { store: { kind: 'sqlite' }, approvals: { grantDays: 2 } } as const
    await using drawbridge = await open({ config, authority: { approvers: answer('allow_always') } })
    await drawbridge.openSession().call(write('a.txt'))
    await using store = await openAuthorityStore({ home: home(), config: false })
    const [grant] = (await store?.grants.list()) ?? []
    expect((grant?.expiresAt ?? 0) - (grant?.grantedAt ?? 0)).toBe(2 * 86_400_000)
  })
})

test('a receipt is redeemed once, in whatever process', async () => {
  const settings = { approvalTimeoutMs: 100 }
  await using one = await open({ settings })
  const receipt = await one.openSession().openDetachedRun().call(write('a.txt'))
  if (receipt.status !== 'pending') throw new Error('It was not asked about.')
  const decision = { requestId: receipt.request.id, answer: 'allow_once' } as const
  await using other = await open({ settings })
  const outcomes = await Promise.all(
    [one, other].map((each) => each.openSession().openDetachedRun().resume(receipt, decision)),
  )
  expect(outcomes.map(ending).sort()).toEqual(['approval_void', 'ok'])
})

describe('limits', () => {
  const read = { name: 'fs__list_files', arguments: { path: '.' } }

  test('are counted together where the configuration says so', async () => {
    const config = { limits: { shared: true, calls: { burst: 3, perSecond: 0.001 } } }
    await using one = await open({ config })
    await using other = await open({ config })
    const sessions = [one, other].map((each) => each.openSession({ id: 'same' }))
    const outcomes: Outcome[] = []
    for (const session of [...sessions, ...sessions]) outcomes.push(await session.call(read))
    expect(outcomes.map(ending)).toEqual(['ok', 'ok', 'ok', 'rate_limited'])
  })

  test('are counted by each process for itself where nobody says anything', async () => {
    const config = { limits: { calls: { burst: 1, perSecond: 0.001 } } }
    await using one = await open({ config })
    await using other = await open({ config })
    for (const each of [one, other]) {
      expect(await each.openSession({ id: 'same' }).call(read)).toMatchObject({ status: 'ok' })
    }
  })

  test('that cannot be looked up let nothing run', async () => {
    await using drawbridge = await open({ config: { limits: { shared: true } }, record: 'off' })
    await mkdir(join(home(), 'drawbridge.db'), { recursive: true })
    expect(await drawbridge.openSession().call(read)).toMatchObject({ status: 'failed', code: 'store_unavailable' })
  })
})

const ending = (outcome: Outcome) => ('code' in outcome ? outcome.code : outcome.status)

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}
