import type { Question, QuestionReply, QuestionRequest } from '@drawbridge/core/question'
import { createFakeClock, testPrincipal } from '@drawbridge/core/testing'
import type { Database } from '@drawbridge/store/database'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { questionsRoom } from '../room.ts'
import { createQuestionDesk, type QuestionDeskOptions } from './create-question-desk.ts'

const which: Question = {
  kind: 'choice',
  question: 'Which database?',
  options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }],
  several: false,
  allowText: false,
}
let count = 0
const asking = (parts: Partial<QuestionRequest> = {}): QuestionRequest => {
  count += 1
  return {
    id: `question_${count}`,
    questions: [which],
    principal: { ...testPrincipal, run: `run-${count}` },
    workspace: '/project',
    askedAt: 0,
    waitsUntil: 0,
    ...parts,
  }
}
const chose = (label: string): QuestionReply => ({ status: 'answered', answers: [{ chosen: [label] }] })
const person = { client: 'ann', human: true }
const never = new AbortController().signal
const ended = (status: string) => Object.assign(new DOMException('over', 'AbortError'), { status })

/** For a database that opens slowly. */
const waiting = { timeout: 15_000, interval: 50 }

const schema = { room: questionsRoom.name, migrations: questionsRoom.migrations ?? [], sealed: [] }

describeDatabases('questions at the desk', ({ open }) => {
  async function desk(database?: Database, options: QuestionDeskOptions = {}) {
    const made = createQuestionDesk(database ?? (await open({ rooms: [schema] })), options)
    onTestFinished(() => made[Symbol.asyncDispose]())
    return made
  }
  const pending = async (at: Awaited<ReturnType<typeof desk>>, id: string) =>
    vi.waitFor(async () => expect((await at.list()).map(({ request }) => request.id)).toContain(id), waiting)

  test('are answered over another connection, and the answer reaches who asked', async () => {
    const [here, there] = [await desk(), await desk()]
    const request = asking()
    const reply = here.ask(request, never)
    await pending(there, request.id)
    expect(await there.reply(request.id, chose('SQLite'), person)).toEqual({ status: 'accepted' })
    expect(await reply).toEqual(chose('SQLite'))
    expect(await there.find(request.id)).toMatchObject({ state: 'consumed', repliedBy: 'ann' })
  })

  test('stay open if time ran out, and a later answer comes at once, once', async () => {
    const here = await desk()
    const [first, asker] = [asking(), new AbortController()]
    const asked = here.ask(first, asker.signal)
    await pending(here, first.id)
    asker.abort(ended('timed_out'))
    expect(await asked).toBeUndefined()
    expect(await here.reply(first.id, chose('SQLite'), person)).toEqual({ status: 'accepted' })
    expect(await here.ask(asking(), never)).toEqual(chose('SQLite'))
    const third = asking()
    void here.ask(third, never)
    await pending(here, third.id)
  })

  test.each([
    ['another folder', { workspace: '/elsewhere' }],
    ['another agent', { principal: { ...testPrincipal, agent: 'other' } }],
    ['another question', { questions: [{ ...which, question: 'Which engine?' }] }],
  ] as const)('do not share an answer with %s', async (_what, parts) => {
    const here = await desk()
    const [first, asker] = [asking(), new AbortController()]
    const asked = here.ask(first, asker.signal)
    await pending(here, first.id)
    asker.abort(ended('timed_out'))
    await asked
    await here.reply(first.id, chose('SQLite'), person)
    const other = asking(parts)
    void here.ask(other, never)
    await pending(here, other.id)
  })

  test.each(['answered', 'aborted'])('are withdrawn if they were %s elsewhere', async (status) => {
    const here = await desk()
    const [request, asker] = [asking(), new AbortController()]
    const asked = here.ask(request, asker.signal)
    await pending(here, request.id)
    asker.abort(ended(status))
    await asked
    await vi.waitFor(async () => expect(await here.list()).toEqual([]), waiting)
    expect(await here.reply(request.id, chose('SQLite'), person)).toMatchObject({ status: 'already_settled' })
  })

  test('take only a fitting reply of a person, the first, and in time', async () => {
    const clock = createFakeClock(1_000)
    const here = await desk(undefined, { clock, answerableMs: () => 60_000 })
    const request = asking()
    const asker = new AbortController()
    const asked = here.ask(request, asker.signal)
    await pending(here, request.id)
    const reply = (given: QuestionReply, sender = person) => here.reply(request.id, given, sender)
    expect(await reply(chose('MongoDB'))).toEqual({
      status: 'not_fitting',
      why: 'has an answer to question 1 that chooses "MongoDB", which was not offered',
    })
    expect(await reply(chose('SQLite'), { client: 'model', human: false })).toEqual({ status: 'not_human' })
    expect(await here.reply('question_0', chose('SQLite'), person)).toEqual({ status: 'unknown_question' })
    asker.abort(ended('timed_out'))
    await asked
    await clock.advance(60_000)
    expect(await reply(chose('SQLite'))).toEqual({ status: 'expired', at: 61_000 })
    expect(await here.find(request.id)).toMatchObject({ state: 'expired' })
  })

  test('are entered once if two callers ask the same, and one answer serves one of them', async () => {
    const [here, there] = [await desk(), await desk()]
    const replies = [here.ask(asking(), never), there.ask(asking(), never)]
    const answerNext = () =>
      vi.waitFor(async () => {
        const [open] = await here.list()
        if (open === undefined) throw new Error('Nothing is open.')
        expect(await here.reply(open.request.id, chose('SQLite'), person)).toEqual({ status: 'accepted' })
      }, waiting)
    await answerNext()
    await Promise.race(replies)
    await answerNext()
    expect(await Promise.all(replies)).toEqual([chose('SQLite'), chose('SQLite')])
  })
})

describe('a database that is away', () => {
  test('fails the questioner, so that the others count', async () => {
    const gone = { subscribe: () => Promise.reject(new Error('The database is away.')) } as unknown as Database
    await expect(createQuestionDesk(gone).ask(asking(), never)).rejects.toThrow('The database is away.')
  })
})
