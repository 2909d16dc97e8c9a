import { describe, expect, test } from 'vitest'
import { createMemoryGrantStore } from '../grant/grant-store.ts'
import type { Authority } from '../policy/authority.ts'
import { builtInAuthority } from '../policy/built-in-policy.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { TurnOutput } from '../schedule/run-turn.ts'
import { createScriptedApprover, testPrincipal } from '../testing/index.ts'
import { createApprovalScene } from './__fixtures__/approval-scene.ts'
import { type ApprovalInbox, createApprovalInbox } from './approval-inbox.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'
import { approveWith } from './approve-with.ts'
import type { Approver } from './approver.ts'

const write = (path = 'a.txt', text = '') => ({ name: 'demo.write', arguments: { path, text } })
const command = (line: string) => ({ name: 'demo.run', arguments: { command: line } })

function start(options: Partial<RunOptions> = {}) {
  const scene = createApprovalScene(options)
  return { ...scene, run: openRun(scene.options) }
}

const person = (answer: Parameters<typeof approveWith>[1], id = 'person') => approveWith(id, answer, { human: true })
const says = (answer: ApprovalDecision['answer'], reason?: string) =>
  person(() => (reason === undefined ? { answer } : { answer, reason }))
const silent = person(
  (_request, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
)

/** An inbox with somebody at it, who sees the requests. */
function openInbox(id = 'inbox'): ApprovalInbox & { readonly seen: ApprovalRequest[]; readonly settledBy: string[] } {
  const inbox = createApprovalInbox(id)
  const seen: ApprovalRequest[] = []
  const settledBy: string[] = []
  inbox.listen({ requested: (request) => void seen.push(request), settled: (_id, by) => void settledBy.push(by) })
  return { ...inbox, seen, settledBy }
}

const atHand = { client: 'web', human: true }
const untilIdle = () => new Promise<void>((resolve) => setImmediate(resolve))

async function firstRequest(inbox: { readonly seen: readonly ApprovalRequest[] }): Promise<ApprovalRequest> {
  for (;;) {
    const [request] = inbox.seen
    if (request !== undefined) return request
    await untilIdle()
  }
}

describe('a request', () => {
  test('is plain JSON that tells everything an answer hangs on', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.run', answer: 'deny' }])
    const principal = {
      ...testPrincipal,
      agent: 'helper',
      role: 'sub',
      parents: [{ run: 'r0', agent: 'boss' }],
    } as const
    const { run } = start({ approvers: [approver], principal })
    await run.call(command('git push origin main'))
    const [request] = approver.requests
    expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    expect(request).toMatchObject({
      id: 'approval_1',
      tool: 'demo.run',
      permission: 'write',
      risk: 'dangerous',
      dangerous: true,
      cwd: '/workspace',
      principal,
      expiresAt: 1_120_000,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      hooks: [],
    })
  })

  test('offers for the session exactly the scope that it would save, and for ever only with a store', async () => {
    const approver = createScriptedApprover([
      { tool: 'demo.write', answer: 'deny' },
      { tool: 'demo.write', answer: 'deny' },
    ])
    await start({ approvers: [approver] }).run.call(write('src/a.txt'))
    await start({ approvers: [approver], grantStore: createMemoryGrantStore() }).run.call(write('src/a.txt'))
    expect(approver.requests[0]?.offers).toEqual([
      { answer: 'allow_once', scope: 'this call only' },
      {
        answer: 'allow_for_session',
        scope: 'demo.write, write files directly in /workspace/src, until this session ends',
      },
      { answer: 'deny', scope: 'this call only' },
      { answer: 'abort', scope: 'the whole run' },
    ])
    expect(approver.requests[1]?.offers).toContainEqual({
      answer: 'allow_always',
      scope: 'demo.write, write files directly in /workspace/src, for this agent, until it is revoked',
    })
  })

  test.each([
    ['credentials', write('.env')],
    ['what decides what runs later', write('.git/hooks/pre-commit')],
    ['deletion', { name: 'demo.delete', arguments: {} }],
    ['a shell', command('bash build.sh')],
    ['an interpreter', command('python3 build.py')],
    ['a launcher', command('xargs rm')],
    ['a script in the workspace', command('./build.sh')],
    ['what only the shell knows', command('git push $REMOTE')],
  ])('offers nothing beyond once for %s', async (_what, call) => {
    const seen: ApprovalRequest[] = []
    const approver = person((request) => {
      seen.push(request)
      return { answer: 'deny' }
    })
    await start({ approvers: [approver], grantStore: createMemoryGrantStore() }).run.call(call)
    expect(seen[0]?.offers.map(({ answer }) => answer)).toEqual(['allow_once', 'deny', 'abort'])
  })
})

describe('an answer', () => {
  test('of no is a denial, with its reason for the model', async () => {
    const { run, ran, recorder } = start({ approvers: [says('deny', 'use b.txt')] })
    expect(await run.call(write())).toMatchObject({
      status: 'denied',
      code: 'denied_by_user',
      message: expect.stringContaining('use b.txt'),
    })
    expect(ran).toEqual([])
    expect(recorder.types()).toEqual(['permission.requested', 'permission.decided', 'tool.denied'])
  })

  test('of abort ends the run and what waits in it', async () => {
    const inbox = openInbox()
    const { run } = start({ approvers: [inbox] })
    const waiting = [run.call(write('a.txt')), run.call(write('b.txt'))]
    const request = await firstRequest(inbox)
    inbox.answer({ requestId: request.id, answer: 'abort' }, atHand)
    const outcomes = await Promise.all(waiting)
    expect(outcomes.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(run.signal.aborted).toBe(true)
    expect(inbox.pending()).toEqual([])
  })

  test('that does not come in time is a denial of its own kind', async () => {
    const { run, clock } = start({ approvers: [silent] })
    const outcome = run.call(write())
    await untilIdle()
    await clock.advance(120_000)
    expect(await outcome).toMatchObject({ status: 'denied', code: 'approval_timeout' })
  })

  test('cannot be had where nobody is there, which is said at once with the way out', async () => {
    expect(await start().run.call(write())).toMatchObject({
      status: 'denied',
      code: 'approval_unavailable',
      message: expect.stringContaining('--approve'),
    })
  })

  test('cannot be had where whoever was asked is lost', async () => {
    const lost: Approver = {
      id: 'gone',
      human: true,
      // biome-ignore lint/correctness/useYield: it breaks off before it answers
      async *ask() {
        await untilIdle()
        throw new Error('the connection broke')
      },
    }
    const { run, recorder } = start({ approvers: [lost] })
    expect(await run.call(write())).toMatchObject({
      code: 'approval_unavailable',
      message: expect.stringContaining('the connection broke'),
    })
    expect(recorder.types()).toContain('permission.failed')
  })

  test('given twice counts once, and a later one learns who was first', async () => {
    const inbox = openInbox()
    const { run, ran } = start({ approvers: [inbox] })
    const outcome = run.call(write())
    const { id: requestId } = await firstRequest(inbox)
    expect(inbox.answer({ requestId, answer: 'allow_once' }, atHand)).toEqual({ status: 'accepted' })
    expect(inbox.answer({ requestId, answer: 'deny' }, { client: 'phone', human: true })).toEqual({
      status: 'already_settled',
      by: 'web',
    })
    expect(await outcome).toMatchObject({ status: 'ok' })
    expect(inbox.answer({ requestId, answer: 'allow_once' }, atHand)).toMatchObject({ status: 'already_settled' })
    expect(ran).toEqual(['write a.txt'])
  })

  test('of the first of two approvers wins; who decided is recorded, the other is told to stop', async () => {
    const [web, phone] = [openInbox('web'), openInbox('phone')]
    const { run, recorder } = start({ approvers: [web, phone] })
    const outcome = run.call(write())
    const { id: requestId } = await firstRequest(phone)
    phone.answer({ requestId, answer: 'deny' }, { client: 'anna', human: true })
    expect(await outcome).toMatchObject({ code: 'denied_by_user' })
    expect(web.pending()).toEqual([])
    expect(recorder.events.find(({ type }) => type === 'permission.decided')).toMatchObject({
      approver: 'phone',
      decision: { decidedBy: 'anna' },
    })
  })

  test('of a program counts only where no person is asked, and never where the operator says so', async () => {
    const program = approveWith('program', () => ({ answer: 'allow_once' }))
    expect(await start({ approvers: [program] }).run.call(write())).toMatchObject({ status: 'ok' })
    const never = start({ approvers: [program], settings: { automaticApprovals: 'never' } })
    expect(await never.run.call(write())).toMatchObject({
      code: 'approval_unavailable',
      message: expect.stringContaining('"program" would decide without a person'),
    })
    const slowly = person(async () => {
      await untilIdle()
      return { answer: 'deny' }
    })
    expect(await start({ approvers: [program, slowly] }).run.call(write())).toMatchObject({ code: 'denied_by_user' })
    const beside = start({ approvers: [program, slowly], settings: { automaticApprovals: 'always' } })
    expect(await beside.run.call(write())).toMatchObject({ status: 'ok' })
    expect(await start().run.call(write(), { approvers: [program] })).toMatchObject({ code: 'approval_unavailable' })
  })

  test('cannot change the arguments', async () => {
    const patching = person(() => ({ answer: 'allow_once', input: { path: 'b.txt' }, arguments: { path: 'b.txt' } }))
    const { run, ran, recorder } = start({ approvers: [patching] })
    await run.call(write('a.txt'))
    expect(ran).toEqual(['write a.txt'])
    expect(JSON.stringify(recorder.events.filter(({ type }) => type === 'permission.decided'))).not.toContain('b.txt')
  })
})

describe('an answer that comes after', () => {
  test('the target has changed is void', async () => {
    let zone: 'workspace' | 'outside' = 'workspace'
    const turning = person(() => {
      zone = 'outside'
      return { answer: 'allow_once' }
    })
    const { run, ran } = start({
      approvers: [turning],
      resolver: {
        resolve: () => ({
          status: 'resolved',
          targets: [
            {
              kind: 'path',
              declared: 'a',
              real: '/workspace/a',
              access: 'write',
              recursive: false,
              zone,
              sensitive: false,
            },
          ],
        }),
      },
    })
    expect(await run.call(write())).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(ran).toEqual([])
  })

  test('the script has changed is void, and says why', async () => {
    const scene = createApprovalScene()
    scene.machine.contents.set('/workspace/build.py', Buffer.from('print(1)'))
    const rewriting = person(() => {
      scene.machine.contents.set('/workspace/build.py', Buffer.from('import os'))
      return { answer: 'allow_once' }
    })
    const run = openRun({ ...scene.options, approvers: [rewriting] })
    expect(await run.call(command('python3 build.py'))).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('a script that it runs has changed'),
    })
    expect(scene.ran).toEqual([])
  })

  test('the policy has come to deny is void, and names the rule', async () => {
    let isClosed = false
    const authority: Authority = {
      decide: (facts) =>
        isClosed
          ? { verdict: 'deny', rule: 'freeze', source: 'policy.jsonc:3', reason: 'It is Friday.', steps: [] }
          : builtInAuthority.decide(facts),
    }
    const closing = person(() => {
      isClosed = true
      return { answer: 'allow_once' }
    })
    const { run, ran } = start({ approvers: [closing], authority })
    expect(await run.call(write())).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('freeze'),
    })
    expect(ran).toEqual([])
  })
})

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

  test('counts once where the store cannot keep it', async () => {
    const failing = { ...createMemoryGrantStore(), save: () => Promise.reject(new Error('disk full')) }
    const { run, ran } = start({ approvers: [says('allow_always')], grantStore: failing })
    expect(await run.call(write())).toMatchObject({ status: 'ok' })
    expect(ran).toHaveLength(1)
    expect((await run.explain(write())).decision).toMatchObject({ verdict: 'ask' })
  })
})

test('a batch of five gets five answers of its own', async () => {
  const inbox = openInbox()
  const { run, ran } = start({ approvers: [inbox] })
  // Not all of them wait at once: a write that was refused ends its turn, so each call is a turn of its own.
  const calls = ['1/a', '2/b', '3/c', '4/d', '5/e'].map((path) => run.call(write(path)))
  while (inbox.seen.length < 5) await untilIdle()
  const answers = ['allow_once', 'deny', 'allow_for_session', 'deny', 'allow_once'] as const
  for (const [index, request] of [...inbox.seen].reverse().entries()) {
    inbox.answer({ requestId: request.id, answer: answers[4 - index] ?? 'deny' }, atHand)
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['ok', 'denied', 'ok', 'denied', 'ok'])
  expect([...ran].sort()).toEqual(['write 1/a', 'write 3/c', 'write 5/e'])
})

test('a batch of one turn is asked as one, and mixed answers go where they belong', async () => {
  const batches: number[] = []
  const approver: Approver = {
    id: 'person',
    human: true,
    async *ask(requests) {
      batches.push(requests.length)
      for (const [index, { id }] of [...requests].reverse().entries())
        yield { requestId: id, answer: index === 0 ? 'deny' : 'allow_once' }
    },
  }
  const { run } = start({ approvers: [approver] })
  const urls = [1, 2, 3, 4, 5].map((n) => ({ name: 'demo.fetch', arguments: { url: `https://host${n}.example/` } }))
  const outputs: TurnOutput[] = await Array.fromAsync(run.runTurn(urls))
  const outcomes = outputs.flatMap((output) => (output.type === 'outcome' ? [output] : []))
  expect(batches).toEqual([5])
  expect(
    outcomes
      .filter(({ outcome }) => outcome.status === 'ok')
      .map(({ index }) => index)
      .sort(),
  ).toEqual([0, 1, 2, 3])
  expect(outcomes.find(({ index }) => index === 4)?.outcome.status).toBe('denied')
})

test('what the first answer of a batch covers is withdrawn from whoever still shows it', async () => {
  const withdrawn: boolean[] = []
  const approver: Approver = {
    id: 'person',
    human: true,
    async *ask([first, second, third], _signal, watch) {
      if (first !== undefined) yield { requestId: first.id, answer: 'allow_for_session' }
      for (let tick = 0; tick < 5; tick += 1) await untilIdle()
      for (const request of [second, third]) withdrawn.push(watch?.signalOf(request?.id ?? '').aborted === true)
      if (third !== undefined) yield { requestId: third.id, answer: 'deny' }
    },
  }
  const { run, ran } = start({ approvers: [approver] })
  const fetch = (url: string) => ({ name: 'demo.fetch', arguments: { url } })
  await Array.fromAsync(
    run.runTurn([fetch('https://a.example/1'), fetch('https://a.example/2'), fetch('https://b.example/')]),
  )
  expect(withdrawn).toEqual([true, false])
  expect([...ran].sort()).toEqual(['fetch https://a.example/1', 'fetch https://a.example/2'])
})
