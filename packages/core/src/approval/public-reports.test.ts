import { describe, expect, test } from 'vitest'
import { createMemoryGrantStore } from '../grant/create-grants.ts'
import { openDetachedRun } from '../run/open-detached-run.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { testPrincipal } from '../testing/index.ts'
import { createApprovalScene } from './__fixtures__/approval-scene.ts'
import { command, untilIdle, write } from './__fixtures__/people.ts'
import { createApprovalInbox } from './approval-inbox.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { approveWith } from './approve-with.ts'

// What users of other systems reported about approvals, each under its symptom.

/** A person who says the most that is on offer, and everything that they were asked. */
function generous() {
  const asked: ApprovalRequest[] = []
  const approver = approveWith(
    'person',
    (request) => {
      asked.push(request)
      const wide = ['allow_always', 'allow_for_session'] as const
      return { answer: wide.find((answer) => request.offers.some((offer) => offer.answer === answer)) ?? 'allow_once' }
    },
    { human: true },
  )
  return { asked, approver }
}

function start(options: Partial<RunOptions> = {}) {
  const person = generous()
  const scene = createApprovalScene({ approvers: [person.approver], ...options })
  return { ...scene, ...person, run: openRun(scene.options) }
}

describe('a grant', () => {
  test.each([
    ['an allowed command lets whatever follows it in the line pass', 'git push origin main && rm src/a'],
    ['a wrapper before an allowed command passes', 'env evil git push'],
    ['a variable before an allowed command passes', 'LD_PRELOAD=evil.so git push'],
    ['a program of the same name elsewhere passes', './git push origin main'],
    ['the first word is all that is remembered', 'git -c core.sshCommand=evil push'],
    ['a command inside a substitution passes', 'git push origin "$(evil)"'],
    ['a shell runs what an allowed command would', 'bash -c "git push"'],
  ])('%s', async (_symptom, line) => {
    const { run, asked } = start()
    await run.call(command('git push origin main'))
    await run.call(command(line))
    expect(asked).toHaveLength(2)
  })

  test('a saved answer never satisfies the question again', async () => {
    const { run, asked } = start()
    for (const line of ['git commit -m "a b"', "git commit -m 'c d'", 'git commit -m e']) await run.call(command(line))
    expect(asked).toHaveLength(1)
  })

  test('the question names the same program again and again', async () => {
    const { run, asked } = start()
    await run.call(command('git add a && git add b && git add c'))
    expect(asked[0]?.offers[1]?.scope).toBe(
      'demo.run, commands that begin with `git add` in /workspace, until this session ends',
    )
  })

  test('what one agent was allowed for always holds for all agents and users', async () => {
    const grantStore = createMemoryGrantStore()
    const first = start({ grantStore, principal: { ...testPrincipal, agent: 'one', user: 'anna' } })
    await first.run.call(write('a.txt'))
    for (const who of [{ agent: 'two', user: 'anna' }, { agent: 'one', user: 'berta' }, {}]) {
      const other = start({ grantStore, principal: { ...testPrincipal, session: 'other', ...who } })
      await other.run.call(write('a.txt'))
      expect(other.asked).toHaveLength(1)
    }
  })

  test('an approval by text holds in another folder', async () => {
    const { run, asked, options } = start()
    await run.call(command('git push origin main'))
    const moved: RunOptions = {
      ...options,
      resolver: {
        resolve: async (declared, principal) => {
          const resolution = await options.resolver?.resolve(declared, principal)
          if (resolution?.status !== 'resolved') throw new Error('the scene resolves everything')
          const targets = resolution.targets.map((target) =>
            target.kind === 'command' ? { ...target, cwd: '/workspace/other' } : target,
          )
          return { status: 'resolved', targets }
        },
      },
    }
    await openRun(moved).call(command('git push origin main'))
    expect(asked).toHaveLength(2)
  })
})

describe('a question', () => {
  test('is never delivered and times out in silence', async () => {
    const nobodyListens = createApprovalInbox('dashboard')
    const { run } = start({ approvers: [nobodyListens] })
    expect(await run.call(write('a.txt'))).toMatchObject({
      code: 'approval_unavailable',
      message: expect.stringContaining('To approve'),
    })
  })

  test('is denied at once by another client that carries no decision', async () => {
    const inbox = createApprovalInbox('gateway')
    const { run } = start({ approvers: [inbox] })
    inbox.listen({ requested: () => undefined, settled: () => undefined })
    const outcome = run.call(write('a.txt'))
    while (inbox.pending().length === 0) await untilIdle()
    const requestId = inbox.pending()[0]?.id ?? ''
    expect(inbox.answer({ requestId, answer: 'deny' }, { client: 'node-2', human: false })).toEqual({
      status: 'not_human',
    })
    inbox.answer({ requestId, answer: 'allow_once' }, { client: 'anna', human: true })
    expect(await outcome).toMatchObject({ status: 'ok' })
  })

  test('keeps waiting when its run is aborted', async () => {
    const inbox = createApprovalInbox('gateway')
    inbox.listen({ requested: () => undefined, settled: () => undefined })
    const { run } = start({ approvers: [inbox] })
    const outcome = run.call(write('a.txt'))
    while (inbox.pending().length === 0) await untilIdle()
    run.abort('enough')
    expect(await outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
    expect(inbox.pending()).toEqual([])
  })

  test('hangs for ever when it is answered twice', async () => {
    const inbox = createApprovalInbox('gateway')
    inbox.listen({ requested: () => undefined, settled: () => undefined })
    const { run, ran } = start({ approvers: [inbox] })
    const outcome = run.call(write('a.txt'))
    while (inbox.pending().length === 0) await untilIdle()
    const [request] = inbox.pending()
    const decision = { requestId: request?.id ?? '', answer: 'allow_once' } as const
    const sender = { client: 'anna', human: true }
    expect([inbox.answer(decision, sender).status, inbox.answer(decision, sender).status]).toEqual([
      'accepted',
      'already_settled',
    ])
    await outcome
    expect(ran).toHaveLength(1)
  })

  test('of a subagent is lost, or does not say whose it is', async () => {
    const principal = {
      ...testPrincipal,
      agent: 'writer',
      role: 'sub',
      parents: [{ run: 'r1', agent: 'lead' }],
    } as const
    const { run, asked } = start({ principal })
    await run.call(write('a.txt'))
    expect(asked[0]?.principal).toEqual(principal)
  })

  test('is skipped when another call comes after it', async () => {
    const inbox = createApprovalInbox('gateway')
    inbox.listen({ requested: () => undefined, settled: () => undefined })
    const { run, ran } = start({ approvers: [inbox] })
    const first = run.call(write('a/1.txt'))
    const second = run.call(write('b/2.txt'))
    while (inbox.pending().length < 2) await untilIdle()
    expect(ran).toEqual([])
    const [one, two] = inbox.pending()
    inbox.answer({ requestId: two?.id ?? '', answer: 'allow_once' }, { client: 'anna', human: true })
    await second
    expect(ran).toEqual(['write b/2.txt'])
    inbox.answer({ requestId: one?.id ?? '', answer: 'deny' }, { client: 'anna', human: true })
    expect(await first).toMatchObject({ code: 'denied_by_user' })
  })

  test('of parallel calls is answered for the wrong one', async () => {
    const swapping = approveWith('person', ({ input }) => ({
      answer: JSON.stringify(input).includes('good') ? 'allow_once' : 'deny',
    }))
    const { run, ran } = start({ approvers: [swapping] })
    await Promise.all(['bad/1', 'good/2', 'bad/3', 'good/4'].map((path) => run.call(write(path))))
    expect([...ran].sort()).toEqual(['write good/2', 'write good/4'])
  })

  test('that is resumed runs finished calls again', async () => {
    const scene = createApprovalScene()
    const run = openDetachedRun(scene.options)
    const [first, second] = [await run.call(write('a.txt')), await run.call(write('b.txt'))]
    if (first.status !== 'pending' || second.status !== 'pending') throw new Error('expected receipts')
    const yes = (receipt: typeof first) => ({ requestId: receipt.request.id, answer: 'allow_once' }) as const
    await run.resume(first, yes(first))
    await run.resume(second, yes(second))
    await run.resume(first, yes(first))
    expect(scene.ran).toEqual(['write a.txt', 'write b.txt'])
  })

  test('makes every call of its kind wait for the one before', async () => {
    let together = 0
    const noting = approveWith('person', () => ({ answer: 'allow_once' }))
    const { run } = start({
      approvers: [
        {
          ...noting,
          ask: (requests, signal) => {
            together = Math.max(together, requests.length)
            return noting.ask(requests, signal)
          },
        },
      ],
    })
    const fetches = [1, 2, 3].map((n) => ({ name: 'demo.fetch', arguments: { url: `https://h${n}.example/` } }))
    await Array.fromAsync(run.runTurn(fetches))
    expect(together).toBe(3)
  })
})
