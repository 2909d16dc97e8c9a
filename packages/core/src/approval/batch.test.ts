import { expect, test } from 'vitest'
import type { TurnOutput } from '../schedule/run-turn.ts'
import { atHand, openInbox, silent, start, untilIdle, write } from './__fixtures__/people.ts'
import type { Approver } from './approver.ts'

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

test('nobody who answers a call of a turn in time is told by it how to answer later', async () => {
  const asked = Promise.withResolvers<void>()
  const approver: Approver = {
    ...silent,
    answersLater: 'ring the bell',
    ask: (requests, signal) => {
      asked.resolve()
      return silent.ask(requests, signal)
    },
  }
  const { run, clock } = start({ approvers: [approver] })
  const outputs = Array.fromAsync(run.runTurn([write()]))
  await asked.promise
  await clock.advance(120_000)
  expect(await outputs).toContainEqual(
    expect.objectContaining({
      outcome: expect.objectContaining({
        code: 'approval_timeout',
        message: expect.stringContaining('It can still be answered: ring the bell.'),
      }),
    }),
  )
})
