import { describe, expect, test } from 'vitest'
import { createMemoryGrantStore } from '../grant/create-grants.ts'
import type { Authority } from '../policy/authority.ts'
import { openRun } from '../run/open-run.ts'
import { testPrincipal } from '../testing/index.ts'
import { atHand, command, openInbox, person, says, start, untilIdle, write } from './__fixtures__/people.ts'
import type { ApprovalRequest } from './approval-request.ts'

describe('a yes for the session', () => {
  test('covers its like without another question, and nothing else', async () => {
    const asked: string[] = []
    const approver = person(({ input, offers }) => {
      asked.push(JSON.stringify(input))
      return {
        answer: offers.some(({ answer }) => answer === 'allow_for_session') ? 'allow_for_session' : 'allow_once',
      }
    })
    const { run, options } = start({ approvers: [approver] })
    await run.call(command('git push origin a'))
    expect(await run.call(command('git push origin b'))).toMatchObject({
      status: 'ok',
      result: { meta: { decision: { verdict: 'allow', rule: 'grant_1', source: 'granted by person' } } },
    })
    expect(asked).toHaveLength(1)
    await run.call(command('git push --force origin b'))
    expect(asked).toHaveLength(2)
    // Another run of the session goes by it too; another session, agent or user does not.
    await openRun(options).call(command('git push origin c'))
    expect(asked).toHaveLength(2)
    await openRun({ ...options, principal: { ...testPrincipal, agent: 'other' } }).call(command('git push origin c'))
    await openRun({ ...options, principal: { ...testPrincipal, user: 'other' } }).call(command('git push origin c'))
    expect(asked).toHaveLength(4)
  })

  test('is what explain shows', async () => {
    const { run } = start({ approvers: [says('allow_for_session')] })
    const call = { name: 'demo.fetch', arguments: { url: 'https://example.org/a' } }
    expect(await run.explain(call)).toMatchObject({
      decision: { verdict: 'ask' },
      offers: [
        { answer: 'allow_once' },
        { answer: 'allow_for_session', scope: 'demo.fetch, https://example.org:443, until this session ends' },
        { answer: 'deny' },
        { answer: 'abort' },
      ],
    })
    await run.call(call)
    expect((await run.explain(call)).decision).toMatchObject({ verdict: 'allow', rule: 'grant_1' })
    const port = { name: 'demo.fetch', arguments: { url: 'https://example.org:8443/a' } }
    expect((await run.explain(port)).decision).toMatchObject({ verdict: 'ask' })
  })

  test('decides those of its like that wait already', async () => {
    const inbox = openInbox()
    const { run, recorder } = start({ approvers: [inbox] })
    const outcomes = ['src/a.txt', 'src/b.txt', 'other/c.txt'].map((path) => run.call(write(path)))
    while (inbox.seen.length < 3) await untilIdle()
    const [first, , third] = inbox.seen
    inbox.answer({ requestId: first?.id ?? '', answer: 'allow_for_session' }, atHand)
    expect((await Promise.all(outcomes.slice(0, 2))).map(({ status }) => status)).toEqual(['ok', 'ok'])
    expect(inbox.pending().map(({ id }) => id)).toEqual([third?.id])
    inbox.answer({ requestId: third?.id ?? '', answer: 'deny' }, atHand)
    expect(await outcomes[2]).toMatchObject({ code: 'denied_by_user' })
    expect(recorder.events.filter(({ type }) => type === 'permission.decided')).toHaveLength(3)
  })

  test('is not on offer where a rule of the operator says ask, nor does it answer one', async () => {
    const seen: ApprovalRequest[] = []
    const approver = person((request) => {
      seen.push(request)
      return { answer: seen.length === 1 ? 'allow_for_session' : 'deny' }
    })
    const { run, options } = start({ approvers: [approver] })
    await run.call(write())
    const asking: Authority = {
      decide: () => ({ verdict: 'ask', rule: 'mine', source: 'policy.jsonc:4', reason: 'Always ask.', steps: [] }),
    }
    await openRun({ ...options, authority: asking }).call(write())
    expect(seen).toHaveLength(2)
    expect(seen[1]?.offers.map(({ answer }) => answer)).not.toContain('allow_for_session')
  })
})

describe('a yes for always', () => {
  test('outlives its session, for its agent, until it ends or is revoked', async () => {
    const grantStore = createMemoryGrantStore({ lifetimeMs: 1_000 })
    const first = start({ approvers: [says('allow_always')], grantStore })
    await first.run.call(write())
    const later = start({ grantStore, principal: { ...testPrincipal, session: 'another' } })
    expect(await later.run.call(write())).toMatchObject({ status: 'ok' })
    const [grant] = await grantStore.grantsOf({})
    expect(grant).toMatchObject({ grantedBy: 'person', expiresAt: 1_001_000, lastUsedAt: 1_000_000 })
    await later.clock.advance(1_000)
    expect(await later.run.call(write())).toMatchObject({ code: 'approval_unavailable' })
    expect(grantStore.revoke(grant?.id ?? '')).toBe(true)
    expect(await grantStore.grantsOf({})).toEqual([])
  })

  test('names the person who said it, where the approver does', async () => {
    const grantStore = createMemoryGrantStore()
    const desk = person(() => ({ answer: 'allow_always', decidedBy: 'ada' }))
    await start({ approvers: [desk], grantStore }).run.call(write())
    expect(await grantStore.grantsOf({})).toMatchObject([{ grantedBy: 'ada' }])
  })

  test('counts once where the store cannot keep it', async () => {
    const failing = { ...createMemoryGrantStore(), save: () => Promise.reject(new Error('disk full')) }
    const { run, ran } = start({ approvers: [says('allow_always')], grantStore: failing })
    expect(await run.call(write())).toMatchObject({ status: 'ok' })
    expect(ran).toHaveLength(1)
    expect((await run.explain(write())).decision).toMatchObject({ verdict: 'ask' })
  })
})
