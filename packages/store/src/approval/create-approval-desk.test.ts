import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { createFakeClock, testPrincipal } from '@drawbridge/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import type { Database } from '../database/database.ts'
import { approvalRequest } from './__fixtures__/request.ts'
import { type ApprovalDesk, type ApprovalDeskOptions, createApprovalDesk } from './create-approval-desk.ts'
import { questionOf } from './question-of.ts'

const operator = { client: 'operator', human: true }
const minute = 60_000

/** Asks as a run does, until it is answered or the wait is ended. */
function ask(desk: ApprovalDesk, request: ApprovalRequest = approvalRequest()) {
  const controller = new AbortController()
  const answer = Array.fromAsync(desk.ask([request], controller.signal)).then(([decision]) => decision)
  return { answer, stop: (reason?: unknown) => controller.abort(reason) }
}

/** Resolves to the only question that can be answered, once there is one. */
function onlyQuestion(desk: ApprovalDesk): Promise<string> {
  return waitFor(async () => {
    const questions = await desk.list()
    expect(questions).toHaveLength(1)
    return questions[0]?.request.id ?? ''
  })
}

const says = (requestId: string, answer: ApprovalAnswer = 'allow_once', reason?: string): ApprovalDecision => ({
  requestId,
  answer,
  digest: '00',
  ...(reason === undefined ? {} : { reason }),
})

/** Waits as long as a machine with much else to do may need. */
const waitFor = <Value>(look: () => Promise<Value>) => vi.waitFor(look, { timeout: 20_000 })

const answeredElsewhere = Object.assign(new DOMException('', 'AbortError'), { status: 'decided' })

describeDatabases('the approval desk', ({ open, options }) => {
  async function openDesk(given: ApprovalDeskOptions & { readonly database?: Database } = {}): Promise<ApprovalDesk> {
    const desk = createApprovalDesk(given.database ?? (await open()), given)
    onTestFinished(() => desk[Symbol.asyncDispose]())
    return desk
  }

  test('asks in one process and is answered in another, which sees what was asked', async () => {
    const [asking, answering] = [await openDesk({ askedBy: 'server' }), await openDesk()]
    const { answer } = ask(asking, approvalRequest({ id: 'approval_7' }))
    const id = await onlyQuestion(answering)
    expect(await answering.list()).toMatchObject([
      {
        request: { id: 'approval_7', input: { path: 'a.txt', content: 'x\u0000' } },
        state: 'pending',
        askedBy: 'server',
      },
    ])
    expect(await answering.answer({ ...says(id, 'deny', 'not today'), metadata: { n: 1 } }, operator)).toEqual({
      status: 'accepted',
    })
    expect(await answer).toEqual({
      requestId: 'approval_7',
      answer: 'deny',
      reason: 'not today',
      metadata: { n: 1 },
      decidedBy: 'operator',
    })
    expect(await answering.list()).toEqual([])
    expect(await answering.find(id)).toMatchObject({ state: 'consumed', decidedBy: 'operator' })
  })

  test('keeps a question whose asker went away: the answer counts once, for the same call when it comes again', async () => {
    const desk = await openDesk()
    const first = ask(desk)
    const id = await onlyQuestion(desk)
    first.stop()
    expect(await first.answer).toBeUndefined()
    await desk.answer(says(id), operator)

    const principal = { ...testPrincipal, session: 'another', run: 'another' }
    const again = approvalRequest({ id: 'approval_2', toolCallId: 'call_2', principal })
    expect(await ask(await openDesk(), again).answer).toMatchObject({ requestId: 'approval_2', answer: 'allow_once' })
    const third = ask(desk, approvalRequest({ id: 'approval_3' }))
    expect(await onlyQuestion(desk)).toBe('approval_3')
    third.stop()
  })

  test('does not ask an open question twice', async () => {
    const desk = await openDesk()
    const first = ask(desk)
    await onlyQuestion(desk)
    first.stop()
    await first.answer
    const second = ask(await openDesk(), approvalRequest({ id: 'approval_2' }))
    await desk.answer(says(await onlyQuestion(desk)), operator)
    expect(await second.answer).toMatchObject({ requestId: 'approval_2', answer: 'allow_once' })
  })

  test('gives one answer to one of two identical questions, and asks the other again', async () => {
    const desk = await openDesk()
    const asked = ['approval_1', 'approval_2'].map((id) => ask(desk, approvalRequest({ id })))
    const first = await onlyQuestion(desk)
    await desk.answer(says(first), operator)
    const second = await waitFor(async () => {
      const id = await onlyQuestion(desk)
      expect(id).not.toBe(first)
      return id
    })
    await desk.answer(says(second, 'deny'), operator)
    const decisions = await Promise.all(asked.map(({ answer }) => answer))
    expect(decisions.map((decision) => decision?.answer).sort()).toEqual(['allow_once', 'deny'])
  })

  test.each<[string, Partial<ApprovalRequest>]>([
    ['call', { digest: '01' }],
    ['user', { principal: { ...testPrincipal, user: 'eve' } }],
    ['agent', { principal: { ...testPrincipal, agent: 'eve' } }],
    ['chat', { principal: { ...testPrincipal, channel: 'web', chat: 'other' } }],
    ['role', { principal: { ...testPrincipal, role: 'sub' } }],
    ['rule', { rule: 'other' }],
    ['set of answers on offer', { offers: [{ answer: 'deny', scope: 'this call only' }] }],
  ])('counts no answer for another %s', async (_what, parts) => {
    const desk = await openDesk()
    const first = ask(desk)
    const id = await onlyQuestion(desk)
    first.stop()
    await first.answer
    await desk.answer(says(id), operator)
    const other = ask(desk, approvalRequest({ id: 'approval_2', ...parts }))
    expect(await onlyQuestion(desk)).toBe('approval_2')
    other.stop()
    expect(await other.answer).toBeUndefined()
    expect(await desk.find(id)).toMatchObject({ state: 'decided' })
  })

  test('counts the first of several answers at once, tells the others who was first, and overlooks none', async () => {
    const [desk, other] = [await openDesk(), await openDesk()]
    for (const digest of Array.from({ length: 25 }, (_, index) => `${index}`)) {
      const { answer } = ask(desk, approvalRequest({ id: `approval_${digest}`, digest }))
      const id = await onlyQuestion(other)
      const receipts = await Promise.all(
        [desk, other, desk, other].map((each, index) =>
          each.answer({ ...says(id, index < 2 ? 'deny' : 'allow_once'), digest }, { client: `${index}`, human: true }),
        ),
      )
      const decision = await answer
      const late = { status: 'already_settled', by: decision?.decidedBy, answer: decision?.answer }
      expect(receipts.filter(({ status }) => status === 'accepted')).toHaveLength(1)
      expect(receipts.filter(({ status }) => status !== 'accepted')).toEqual([late, late, late])
    }
  }, 60_000)

  test('takes no answer that is not on offer, of nobody, or to nothing', async () => {
    const desk = await openDesk()
    const { stop } = ask(desk)
    const id = await onlyQuestion(desk)
    expect(await desk.answer(says(id, 'allow_always'), operator)).toEqual({
      status: 'not_offered',
      offers: ['allow_once', 'allow_for_session', 'deny', 'abort'],
    })
    expect(await desk.answer(says(id), { client: 'program', human: false })).toEqual({ status: 'not_human' })
    expect(await desk.answer(says('approval_9'), operator)).toEqual({ status: 'unknown_request' })
    expect(await onlyQuestion(desk)).toBe(id)
    stop()
  })

  test('takes no answer to a question that was shown otherwise, and none that allows what was not shown', async () => {
    const desk = await openDesk()
    const { answer, stop } = ask(desk, approvalRequest({ digest: 'aa' }))
    const id = await onlyQuestion(desk)
    for (const digest of ['ab', 'a', '']) {
      expect(await desk.answer({ ...says(id), digest }, operator)).toEqual({ status: 'not_shown' })
    }
    for (const answer of ['allow_once', 'allow_for_session'] as const)
      expect(await desk.answer({ requestId: id, answer }, operator)).toEqual({ status: 'not_shown' })
    expect(await onlyQuestion(desk)).toBe(id)
    expect(await desk.answer({ ...says(id), digest: 'aa' }, operator)).toEqual({ status: 'accepted' })
    expect(await answer).toMatchObject({ answer: 'allow_once' })
    stop()
  })

  test('takes no answer after its time, and none that was given before counts after it', async () => {
    const clock = createFakeClock(1_000)
    const desk = await openDesk({ clock, answerableMs: minute })
    const asked = [ask(desk), ask(desk, approvalRequest({ id: 'approval_2', digest: '01' }))]
    await waitFor(async () => expect(await desk.list()).toHaveLength(2))
    for (const { stop } of asked) stop()
    await Promise.all(asked.map(({ answer }) => answer))
    await desk.answer({ ...says('approval_2'), digest: '01' }, operator)
    await clock.advance(minute)
    expect(await desk.answer(says('approval_1'), operator)).toEqual({ status: 'expired', at: 61_000 })
    expect((await desk.list({ all: true })).map(({ state }) => state)).toEqual(['expired', 'expired'])
    const again = ask(desk, approvalRequest({ id: 'approval_3', digest: '01' }))
    expect(await onlyQuestion(desk)).toBe('approval_3')
    again.stop()
  })

  test('withdraws a question that another approver answered', async () => {
    const desk = await openDesk()
    const { answer, stop } = ask(desk)
    const id = await onlyQuestion(desk)
    stop(answeredElsewhere)
    expect(await answer).toBeUndefined()
    await waitFor(async () => expect(await desk.find(id)).toMatchObject({ state: 'withdrawn' }))
    expect(await desk.answer(says(id), operator)).toMatchObject({ status: 'already_settled' })
  })

  test('ends the questions of a run with it, and ends no other run', async () => {
    const desk = await openDesk()
    const [one, two] = [ask(desk), ask(desk, approvalRequest({ id: 'approval_2', digest: '01' }))]
    const other = { ...testPrincipal, run: 'other' }
    const third = ask(desk, approvalRequest({ id: 'approval_3', digest: '02', principal: other }))
    await waitFor(async () => expect(await desk.list()).toHaveLength(3))
    await desk.answer(says('approval_1', 'abort'), operator)
    expect(await one.answer).toMatchObject({ answer: 'abort' })
    expect((await desk.list()).map(({ request }) => request.id)).toEqual(['approval_3'])
    two.stop()
    third.stop()
    expect(await Promise.all([two.answer, third.answer])).toEqual([undefined, undefined])

    await desk.answer({ ...says('approval_3', 'abort'), digest: '02' }, operator)
    const later = approvalRequest({ id: 'approval_4', digest: '02', principal: { ...other, run: 'later' } })
    expect(await ask(desk, later).answer).toMatchObject({ answer: 'deny', decidedBy: 'operator' })
  })

  test('of 1,000 claims of an answer in several processes one gets it', async () => {
    const database = await open()
    const desk = await openDesk({ database })
    const { answer, stop } = ask(desk)
    const id = await onlyQuestion(desk)
    stop()
    await answer
    await desk.answer(says(id), operator)
    const question = questionOf(approvalRequest())
    const workers = Array.from({ length: 4 }, () =>
      startWorker(options(), { kind: 'claim-answer', question, times: 250 }),
    )
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    const won = await Promise.all(workers.map(async (worker) => Number(await worker.next())))
    expect(won.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await desk.find(id)).toMatchObject({ state: 'consumed' })
  }, 60_000)

  test('is a failed approver where the database is away', async () => {
    const database = await open()
    const desk = createApprovalDesk(database)
    await database[Symbol.asyncDispose]()
    await expect(ask(desk).answer).rejects.toThrow()
  })
})
