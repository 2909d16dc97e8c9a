import { createRegistry, openRun, type Questioner } from '@drawbridge/core'
import { createFakeClock, createFakeIds, testPrincipal } from '@drawbridge/core/testing'
import { describe, expect, test } from 'vitest'
import { askUser } from './ask-user.ts'
import { questionsRoom } from './room.ts'

const [row] = questionsRoom.tools ?? []
const which = {
  question: 'Which database?',
  options: [{ label: 'SQLite' }, { label: 'PostgreSQL', description: 'a server' }],
}

function start(...questioners: readonly Questioner[]) {
  if (row === undefined) throw new Error('The room has no tool.')
  const registry = createRegistry()
  registry.registerDeferred({ ...row, load: async () => askUser({ waitSeconds: 60 }) }, { native: true })
  const clock = createFakeClock(0)
  const run = openRun({ registry, principal: testPrincipal, clock, ids: createFakeIds(), questioners })
  const ask = async (questions: readonly unknown[], more = {}) => {
    const outcome = await run.call({ name: 'ask.user', arguments: { questions, ...more } })
    const [block] = outcome.result.content
    return { outcome, text: block?.type === 'text' ? block.text : '' }
  }
  return { ask, clock, run }
}

const replying = (reply: Awaited<ReturnType<Questioner['ask']>>): Questioner => ({
  id: 'person',
  ask: async () => reply,
})

test('every kind of question reaches the person as what it is', async () => {
  const seen: unknown[] = []
  const person: Questioner = {
    id: 'person',
    ask: async ({ questions }) => {
      seen.push(...questions)
      return undefined
    },
  }
  await start(person).ask([
    { question: 'Which name?', header: 'Name' },
    { question: 'Really?', yes_no: true },
    { ...which, allow_text: false },
    { ...which, multi_select: true },
  ])
  expect(seen).toEqual([
    { kind: 'text', question: 'Which name?', header: 'Name' },
    { kind: 'yes_no', question: 'Really?' },
    { kind: 'choice', ...which, several: false, allowText: false },
    { kind: 'choice', ...which, several: true, allowText: true },
  ])
})

describe('the model reads plainly', () => {
  test('what was answered to each question', async () => {
    const answers = [{ chosen: ['PostgreSQL'], text: 'version 17' }, { chosen: ['no'] }]
    const { outcome, text } = await start(replying({ status: 'answered', answers })).ask([
      which,
      { question: 'Really?', yes_no: true },
    ])
    expect(outcome).toMatchObject({ status: 'ok', result: { data: { status: 'answered', answers } } })
    expect(outcome.result.content[0]?.label.trust).toBe('untrusted')
    expect(text).toBe(
      'The person answered.\n1. Which database?\n   Chosen: PostgreSQL\n   In their own words: version 17\n2. Really?\n   Chosen: no',
    )
  })

  test('that the person declined, why, and that asking again is no use', async () => {
    const { outcome, text } = await start(replying({ status: 'declined', reason: 'your choice' })).ask([which])
    expect(outcome).toMatchObject({ status: 'ok', result: { data: { status: 'declined', reason: 'your choice' } } })
    expect(text).toMatch(/declined to answer and gave this reason: your choice\. Do not ask the same again\./)
  })

  test('that nobody can be asked, and what to do without', async () => {
    const { outcome, text } = await start().ask([which])
    expect(outcome).toMatchObject({ status: 'failed', code: 'tool_not_available' })
    expect(text).toMatch(
      /cannot be asked: nobody can be asked\. Do not ask again in this task\. Go on without an answer/,
    )
  })

  test('that time ran out, and that a later answer counts', async () => {
    const asked = Promise.withResolvers<void>()
    const silent: Questioner = {
      id: 'desk',
      answersLater: 'by `drawbridge questions`',
      ask: () => {
        asked.resolve()
        return new Promise(() => undefined)
      },
    }
    const { ask, clock } = start(silent)
    const asking = ask([which], { timeout_seconds: 20 })
    await asked.promise
    await clock.advance(20_000)
    const { outcome, text } = await asking
    expect(outcome).toMatchObject({ status: 'failed', code: 'timeout', result: { retryable: true } })
    expect(text).toMatch(
      /^Nobody answered within 20 s\. The questions stay open and can still be answered by `drawbridge questions`: ask exactly the same later/,
    )
  })

  test('that it was aborted', async () => {
    const asked = Promise.withResolvers<void>()
    const { ask, run } = start({
      id: 'person',
      ask: (_, signal) => {
        asked.resolve()
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
      },
    })
    const asking = ask([which])
    await asked.promise
    run.abort('enough')
    expect((await asking).outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
  })
})

test.each([
  ['no question', []],
  ['five questions', Array.from({ length: 5 }, () => which)],
  ['nine options', [{ question: '?', options: Array.from({ length: 9 }, (_, index) => ({ label: `${index}` })) }]],
  ['an option twice', [{ question: '?', options: [{ label: 'a' }, { label: 'a' }] }]],
  ['two options that look alike', [{ question: '?', options: [{ label: 'ab' }, { label: 'a\u200bb' }] }]],
  ['yes or no with options', [{ ...which, yes_no: true }]],
  ['several of nothing', [{ question: '?', multi_select: true }]],
  ['a question without end', [{ question: 'x'.repeat(2_001) }]],
])('%s is refused before anybody is bothered', async (_what, questions) => {
  const person = replying({ status: 'declined' })
  expect((await start(person).ask(questions)).outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
})
