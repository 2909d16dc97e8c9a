import type { QuestionRequest } from '@drawbridge/core/question'
import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { plain, planner, shop } from '../__fixtures__/shop.ts'
import { newTask } from '../board/new-task.ts'
import { askUser } from './ask-user.ts'
import type { HandsHouse } from './run-member.ts'

const facts = { team: shop, number: 1, actor: planner, blockers: [], now: 1 }
const starter = { parents: [{ run: 'run-1', agent: 'planner' }], chat: '42', channel: 'telegram' }
const made = newTask({ ...plain, subject: 'Write', assignee: 'coder', session: 'session-1', starter }, facts)
const question = { text: 'In which language?', askedAt: 1, reminders: 0 }

/** Asks with a person who answers once, and returns what that person was asked. */
async function asked(task: typeof made) {
  const requests: QuestionRequest[] = []
  const questioner = {
    id: 'test',
    ask: async (request: QuestionRequest) => {
      requests.push(request)
      return { status: 'answered', answers: [{ chosen: [], text: 'English.' }] }
    },
  }
  const clock = createFakeClock()
  const house = { home: '/home', clock, ids: { next: () => 'question-1' }, service: async () => questioner }
  const { signal } = new AbortController()
  const answer = await askUser(house as unknown as HandsHouse, { team: shop, task, signal })
  return { answer, request: requests[0], now: clock.now() }
}

test('a question of a task reaches nobody in the chat in which the task was created', async () => {
  const { answer, request, now } = await asked({ ...made, question })
  expect(answer).toBe('English.')
  expect(request).toMatchObject({
    questions: [{ question: 'In which language?' }],
    principal: { agent: 'coder', user: 'ada', session: 'session-1', channel: 'telegram', chat: '42', via: 'team' },
    waitsUntil: now + 30 * 60_000,
  })
})

test('the last reminder ends the question after half an hour', async () => {
  const { request, now } = await asked({ ...made, question: { ...question, reminders: 3 } })
  expect(request?.waitsUntil).toBe(now + 7 * 24 * 3_600_000)
})

test('a task without a question asks', async () => {
  expect((await asked(made)).request).toBeUndefined()
})
