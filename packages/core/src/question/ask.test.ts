import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRecordedSession, registryOf, roundTrip } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { defineTool } from '../tool/define-tool.ts'
import { keepsQuestions } from './ask-questioners.ts'
import { objectionToReply } from './check-reply.ts'
import { choicesOf, type Question } from './question.ts'
import type { Questioner, QuestionReply, QuestionRequest } from './questioner.ts'
import { readTypedAnswer } from './read-typed-answer.ts'

const which: Question = {
  kind: 'choice',
  question: 'Which database?',
  options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }],
  several: false,
  allowText: true,
}
const asker = defineTool({
  name: 'demo.ask',
  description: 'Asks.',
  input: z.strictObject({}),
  permission: 'readonly',
  timeoutMs: 61_000,
  execute: (_, { ask }) => ask([which]),
})
const call = { name: 'demo.ask', arguments: {} }
const answered: QuestionReply = { status: 'answered', answers: [{ chosen: ['SQLite'] }] }
const says = (reply: QuestionReply | undefined, id = 'person'): Questioner => ({ id, ask: async () => reply })

function start(options: Partial<RunOptions> = {}) {
  const scene = createRecordedSession({ registry: registryOf([asker]), ...options })
  return { ...scene, run: openRun(scene.runOptions) }
}

/** A questioner that waits until it is no longer needed. */
function silent(answersLater?: string) {
  const seen: QuestionRequest[] = []
  const ended = Promise.withResolvers<AbortSignal>()
  const questioner: Questioner = {
    id: 'silent',
    ...(answersLater === undefined ? {} : { answersLater }),
    ask: (request, signal) => {
      seen.push(request)
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended.resolve(signal)
          resolve(undefined)
        })
      })
    },
  }
  return { questioner, seen, ended: ended.promise }
}

describe('a tool that asks', () => {
  test('is told the answer, of whoever replies first, and all of it is recorded', async () => {
    const other = silent()
    const { run, recorder } = start({ questioners: [other.questioner, says(answered)] })
    const outcome = await run.call(call)
    expect(outcome.result.data).toEqual({ ...answered, questioner: 'person' })
    expect(recorder.events.filter(({ type }) => type.startsWith('question.'))).toMatchObject([
      { type: 'question.asked', toolCallId: outcome.result.toolCallId, questionId: 'question_1', questions: [which] },
      { type: 'question.answered', questionId: 'question_1', questioner: 'person', reply: answered },
    ])
    expect(keepsQuestions(await other.ended)).toBe(false)
  })

  test('is replayed with the recorded answer, and nobody is asked', async () => {
    const { run, recorder, replay } = start({ questioners: [says(answered)] })
    await run.call(call)
    const report = await replay({ events: roundTrip(recorder.events) })
    expect(report).toMatchObject({
      status: 'equal',
      taken: { 'a replay asks nobody and takes the recorded answer': 2 },
    })
  })

  test('shows no secret to the person, and records none of the answer', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const quoting = defineTool({
      ...asker,
      execute: (_, { ask }) => ask([{ kind: 'text', question: `Is ${secret} right?` }]),
    })
    let shown = ''
    const person: Questioner = {
      id: 'person',
      ask: async (request) => {
        shown = JSON.stringify(request)
        return { status: 'answered', answers: [{ chosen: [], text: `no, ${secret} is old` }] }
      },
    }
    const { run, recorder } = start({ registry: registryOf([quoting]), questioners: [person] })
    const outcome = await run.call(call)
    for (const text of [shown, JSON.stringify(recorder.events), JSON.stringify(outcome)]) {
      expect(text).toContain('REDACTED')
      expect(text).not.toContain(secret)
    }
  })

  test('learns that time ran out before its call is ended, and the questions stay open', async () => {
    const { questioner, seen, ended } = silent('by `drawbridge questions`')
    const { run, clock } = start({ questioners: [questioner] })
    const outcome = run.call(call)
    await expect.poll(() => seen.length).toBe(1)
    await clock.advance(60_000)
    expect((await outcome).result.data).toEqual({
      status: 'timed_out',
      timeoutMs: 60_000,
      answersLater: 'by `drawbridge questions`',
    })
    expect(keepsQuestions(await ended)).toBe(true)
  })

  test('is ended by an abort, and the questions are withdrawn', async () => {
    const { questioner, seen, ended } = silent()
    const { run, recorder } = start({ questioners: [questioner] })
    const outcome = run.call(call)
    await expect.poll(() => seen.length).toBe(1)
    run.abort('enough')
    expect(await outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
    expect(keepsQuestions(await ended)).toBe(false)
    expect(recorder.events).toContainEqual(expect.objectContaining({ type: 'question.failed', cause: 'aborted' }))
  })

  test.each([
    ['nobody is there', [], 'nobody can be asked'],
    ['everybody abstains', [says(undefined)], 'nobody gave an answer'],
    ['asking fails', [{ id: 'broken', ask: () => Promise.reject(new Error('the line is dead')) }], 'the line is dead'],
    [
      'a reply does not fit',
      [says({ status: 'answered', answers: [{ chosen: ['MongoDB'] }] })],
      'has an answer to question 1 that chooses "MongoDB", which was not offered',
    ],
  ] as const)('learns that it gets no answer because %s', async (_what, questioners, why) => {
    const { data } = (await start({ questioners }).run.call(call)).result
    expect(data).toMatchObject({ status: 'unavailable', why: expect.stringContaining(why) })
  })

  test('reaches the person behind one call as well', async () => {
    const outcome = await start().run.call(call, { questioners: [says({ status: 'declined', reason: ' busy ' })] })
    expect(outcome.result.data).toEqual({ status: 'declined', reason: 'busy', questioner: 'person' })
  })
})

const label = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,]{0,12}$/).map((text) => text.trim())
const question: fc.Arbitrary<Question> = fc.oneof(
  fc.constantFrom<Question>({ kind: 'text', question: '?' }, { kind: 'yes_no', question: '?' }),
  fc.record({
    kind: fc.constant('choice' as const),
    question: fc.constant('?'),
    options: fc
      .uniqueArray(label, { minLength: 1, maxLength: 8 })
      .map((labels) => labels.map((text) => ({ label: text }))),
    several: fc.boolean(),
    allowText: fc.boolean(),
  }),
)

describe('a typed answer', () => {
  test('that is read fits its question, whatever was typed', () => {
    fc.assert(
      fc.property(question, fc.oneof(fc.string(), fc.stringMatching(/^[0-9, ]{1,6}$/)), (asked, typed) => {
        const read = readTypedAnswer(typed, asked)
        if (read.status === 'unclear') expect(read.why).toMatch(/^Type .*\.$/)
        else expect(objectionToReply({ status: 'answered', answers: [read.answer] }, [asked])).toBeUndefined()
      }),
    )
  })

  test('chooses each option by its label and by its number', () => {
    fc.assert(
      fc.property(question, (asked) => {
        for (const [index, wanted] of choicesOf(asked).entries()) {
          const chosen = { status: 'answer', answer: { chosen: [wanted] } }
          expect(readTypedAnswer(` ${wanted} `, asked)).toEqual(chosen)
          if (asked.kind === 'choice') expect(readTypedAnswer(String(index + 1), asked)).toEqual(chosen)
        }
      }),
    )
  })

  test.each([
    ['2, 1', { chosen: ['SQLite', 'PostgreSQL'] }],
    ['postgresql', { chosen: ['PostgreSQL'] }],
    ['neither, use a file', { chosen: [], text: 'neither, use a file' }],
  ])('of several: %s', (typed, answer) => {
    expect(readTypedAnswer(typed, { ...which, several: true })).toEqual({ status: 'answer', answer })
  })

  test('with a number that no option has is a slip', () => {
    expect(readTypedAnswer('3', which)).toEqual({
      status: 'unclear',
      why: 'Type a number from 1 to 2, or your own words.',
    })
  })
})
