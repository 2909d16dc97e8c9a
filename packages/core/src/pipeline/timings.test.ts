import { expect, test } from 'vitest'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'

const wait = { name: 'demo.write', arguments: { does: 'wait', times: 2 } }

function record(options: (session: ReturnType<typeof createRecordedSession>) => Partial<RunOptions> = () => ({})) {
  const session = createRecordedSession()
  const run = openRun({ ...session.runOptions, ...options(session) })
  const ends = () =>
    session.recorder.events.flatMap((event) => ('timings' in event ? [{ type: event.type, ...event.timings }] : []))
  const play = async <Value>(working: Promise<Value>): Promise<Value> => {
    let isOver = false
    const ended = working.finally(() => {
      isOver = true
    })
    while (!isOver) await session.clock.advance(1)
    return ended
  }
  return { session, run, ends, play }
}

const personWho = (session: ReturnType<typeof createRecordedSession>): Partial<RunOptions> => ({
  approvers: [
    {
      id: 'person',
      human: true,
      async *ask([request]) {
        await new Promise<void>((resolve) => session.clock.after(7, resolve))
        if (request !== undefined) yield { requestId: request.id, answer: 'allow_once' }
      },
    },
  ],
})

test('the record says how long a call waited for its answer, for its paths, and ran', async () => {
  const { run, ends, play } = record(personWho)
  await play(Promise.all([run.call(wait), run.call(wait)]))
  expect(ends()).toMatchObject([
    { type: 'tool.completed', approval: 7, execution: 20 },
    // The second is asked about when the first has begun.
    { type: 'tool.completed', approval: 7, locks: 13, execution: 20 },
  ])
  expect(ends()[0]).not.toHaveProperty('locks')
})

test('a call that nobody answers has only waited', async () => {
  const { session, run, ends, play } = record((own) => ({
    settings: { approvalTimeoutMs: 30 },
    approvers: [
      {
        id: 'nobody',
        human: true,
        async *ask() {
          await new Promise<void>((resolve) => own.clock.after(9_000, resolve))
        },
      },
    ],
  }))
  await play(run.call(wait))
  expect(ends()).toMatchObject([{ type: 'tool.denied', approval: 30 }])
  expect(ends()[0]).not.toHaveProperty('execution')
  const { registry } = session.runOptions
  const parts = { registry, settings: { approvalTimeoutMs: 30 } }
  expect(await session.replay({ partsOf: () => parts })).toMatchObject({ status: 'equal' })
})

test('an aborted call says why, and whether it had handed something over', async () => {
  const { session, run, play } = record()
  const hanging = run.call({ name: 'demo.read', arguments: { does: 'hang', say: 'got this far' } })
  const silent = run.call({ name: 'demo.read', arguments: { does: 'wait', say: '' } })
  session.clock.after(3, () => run.abort('the user pressed stop'))
  const [hung] = await play(Promise.all([hanging, silent]))
  expect(hung).toMatchObject({
    status: 'cancelled',
    code: 'aborted',
    result: { partial: true, abortReason: 'the user pressed stop' },
  })
  const late = await run.call({ name: 'demo.read', arguments: {} })
  expect(late.result).toMatchObject({ code: 'aborted', abortReason: 'the user pressed stop' })
  expect(late.result.partial).toBeUndefined()
  expect(await session.replay()).toMatchObject({ status: 'equal' })
})
