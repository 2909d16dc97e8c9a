import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { actOnTask, mostDispatches } from './act-on-task.ts'
import { type Actor, type ActorRole, isEnded, type TaskStatus, type TeamTask, taskStatuses } from './task.ts'
import type { BoardFacts, TaskAction } from './task-action.ts'

const task: TeamTask = {
  id: 'shop-3',
  team: 'shop',
  number: 3,
  subject: 'Write tests',
  description: '',
  status: 'pending',
  priority: 0,
  assignee: undefined,
  createdBy: 'planner',
  user: 'ada',
  session: 's1',
  blockedBy: [],
  requiresApproval: false,
  result: undefined,
  percent: 0,
  step: undefined,
  attachments: [],
  question: undefined,
  leaseUntil: undefined,
  dispatches: 0,
  attempt: 0,
  reason: undefined,
  createdAt: 1,
  updatedAt: 1,
}
const facts: BoardFacts = {
  now: 100,
  leaseMs: 50,
  openBlockers: [],
  assignable: new Set(['coder', 'tester', 'critic']),
}
const system: Actor = { role: 'system', name: 'system', user: 'ada' }
const person: Actor = { role: 'person', name: 'ada', user: 'ada' }
const running = { ...task, status: 'in_progress', assignee: 'coder', leaseUntil: 90 } as const
const inReview = { ...task, status: 'in_review', assignee: 'coder' } as const
const names: Readonly<Record<ActorRole, string>> = {
  lead: 'planner',
  member: 'coder',
  reviewer: 'critic',
  person: 'person',
  system: 'system',
}

function act(
  from: TeamTask,
  action: TaskAction,
  role: ActorRole,
  name: string = names[role],
  own: Partial<BoardFacts> = {},
) {
  const actor: Actor = { role, name, user: 'ada' }
  const step = actOnTask(from, action, actor, { ...facts, ...own })
  return 'refused' in step ? step.refused : { ...step.task, type: step.event?.type, effects: step.effects }
}

describe('a task', () => {
  test.each<[string, TeamTask, TaskAction, ActorRole, object]>([
    [
      'is claimed by a member',
      task,
      { type: 'claim' },
      'member',
      { status: 'in_progress', assignee: 'coder', leaseUntil: 150 },
    ],
    [
      'is completed at once by a member who did it unasked',
      task,
      { type: 'complete', result: 'ok' },
      'member',
      { status: 'completed', assignee: 'coder', percent: 100, effects: ['unblock'] },
    ],
    [
      'is completed by its owner',
      running,
      { type: 'complete', result: 'ok' },
      'member',
      { status: 'completed', result: 'ok', leaseUntil: undefined },
    ],
    [
      'waits for approval if it must be approved',
      { ...running, requiresApproval: true },
      { type: 'complete', result: 'ok' },
      'member',
      { status: 'in_review', result: 'ok', type: 'reviewed', effects: [] },
    ],
    [
      'is completed by its lead without approval',
      { ...running, requiresApproval: true },
      { type: 'complete', result: 'ok' },
      'lead',
      { status: 'completed' },
    ],
    [
      'is put into review by its owner',
      running,
      { type: 'review', result: 'see' },
      'member',
      { status: 'in_review', result: 'see' },
    ],
    [
      'is completed by an approval',
      inReview,
      { type: 'approve' },
      'reviewer',
      { status: 'completed', type: 'approved', effects: ['unblock'] },
    ],
    [
      'goes back to its owner if it is rejected',
      inReview,
      { type: 'reject', text: 'no' },
      'person',
      { status: 'pending', assignee: 'coder', effects: ['dispatch'] },
    ],
    [
      'is cancelled if it is rejected and has no owner',
      { ...inReview, assignee: undefined },
      { type: 'reject', text: 'no' },
      'lead',
      { status: 'cancelled', reason: 'no' },
    ],
    [
      'fails with a blocker, stops its run and calls the lead',
      running,
      { type: 'comment', kind: 'blocker', text: 'no key' },
      'member',
      { status: 'failed', reason: 'Blocked: no key', effects: ['stop', 'escalate'] },
    ],
    [
      'takes notes from all',
      running,
      { type: 'comment', kind: 'note', text: 'hm' },
      'reviewer',
      { status: 'in_progress', type: 'commented' },
    ],
    [
      'never goes back in progress, and progress renews its lease',
      { ...running, percent: 60 },
      { type: 'progress', percent: 20 },
      'member',
      { percent: 60, leaseUntil: 150 },
    ],
    [
      'stops its run if it is assigned to another',
      running,
      { type: 'assign', assignee: 'tester' },
      'lead',
      { status: 'pending', assignee: 'tester', effects: ['stop', 'dispatch'] },
    ],
    [
      'stops its run if it is cancelled',
      running,
      { type: 'cancel' },
      'lead',
      { status: 'cancelled', effects: ['unblock', 'stop'] },
    ],
    [
      'is retried after a failure',
      { ...task, status: 'failed', reason: 'x', dispatches: 3 },
      { type: 'retry' },
      'lead',
      { status: 'pending', reason: undefined, dispatches: 0 },
    ],
    [
      'asks the user',
      running,
      { type: 'ask_user', text: 'Which?' },
      'member',
      { question: { text: 'Which?', askedAt: 100, reminders: 0 }, effects: ['ask'] },
    ],
    [
      'is stale if its lease ends',
      running,
      { type: 'expire' },
      'system',
      { status: 'stale', leaseUntil: undefined, effects: ['stop', 'dispatch'] },
    ],
    [
      'of a stuck member may be claimed by another',
      { ...task, status: 'stale', assignee: 'tester' },
      { type: 'claim' },
      'member',
      { status: 'in_progress', assignee: 'coder' },
    ],
    [
      `fails instead of a dispatch after ${mostDispatches} of them`,
      { ...task, status: 'stale', assignee: 'coder', dispatches: mostDispatches },
      { type: 'dispatch' },
      'system',
      { status: 'failed', effects: ['stop'] },
    ],
    ['gets another priority', task, { type: 'update', priority: 7 }, 'lead', { priority: 7, type: 'updated' }],
  ])('%s', (_, from, action, role, expected) => {
    expect(act(from, action, role)).toMatchObject(expected)
  })

  const question = { text: 'Which colour?', askedAt: 10, reminders: 0 }
  const waiting: TeamTask = { ...running, status: 'blocked', leaseUntil: undefined, question }
  const waitFacts = { ...facts, now: 100 }

  test('that asked its user waits for the answer, and its run does not count', () => {
    expect(actOnTask({ ...running, question }, { type: 'wait' }, system, facts)).toMatchObject({
      task: { status: 'blocked', dispatches: 0, leaseUntil: undefined, question },
      event: { type: 'waits' },
    })
    expect(actOnTask(running, { type: 'wait' }, system, facts)).toMatchObject({
      refused: expect.stringMatching(/waits for no answer/),
    })
    expect(actOnTask(waiting, { type: 'unblock' }, system, facts)).toMatchObject({
      refused: expect.stringMatching(/waits for an answer/),
    })
  })

  test('begins again when its user has answered, unless it waits for other tasks as well', () => {
    const answer = { type: 'answer', text: 'Blue.' } as const
    expect(actOnTask(waiting, answer, person, facts)).toMatchObject({
      task: { status: 'pending', question: undefined },
      event: { type: 'answered', data: { question: 'Which colour?', answer: 'Blue.' } },
      effects: ['dispatch', 'unask'],
    })
    expect(actOnTask(waiting, answer, person, { ...facts, openBlockers: ['#1 "A"'] })).toMatchObject({
      task: { status: 'blocked', question: undefined },
    })
    expect(actOnTask(waiting, answer, { ...person, role: 'lead' }, facts)).toMatchObject({
      refused: expect.stringMatching(/Only the user/),
    })
  })

  test.each([
    ['too early', question, 91, 3, /too early/],
    ['too often', { ...question, reminders: 3 }, 1, 3, /reminded 3 times/],
    ['too early after the last reminder', { ...question, reminders: 1, remindedAt: 60 }, 50, 3, /too early/],
    ['if the team wants none', question, 1, 0, /reminded 0 times/],
  ])('does not remind its user %s', (_, asked, everyMs, most, reason) => {
    const step = actOnTask({ ...waiting, question: asked }, { type: 'remind', everyMs, most }, system, waitFacts)
    expect(step).toMatchObject({ refused: expect.stringMatching(reason) })
  })

  test('reminds its user when it is time, and counts that', () => {
    expect(actOnTask(waiting, { type: 'remind', everyMs: 90, most: 3 }, system, waitFacts)).toMatchObject({
      task: { question: { ...question, reminders: 1, remindedAt: 100 } },
      event: { type: 'reminded' },
      effects: ['ask'],
    })
  })

  test.each<[string, TeamTask, TaskAction, ActorRole, string, RegExp]>([
    [
      'is not claimed by two',
      running,
      { type: 'claim' },
      'member',
      'tester',
      /is in_progress, so "claim" is not possible/,
    ],
    ['is not claimed by a lead', task, { type: 'claim' }, 'lead', 'planner', /assign #3 "Write tests" to a member/],
    [
      'is not claimed from its assignee',
      { ...task, assignee: 'tester' },
      { type: 'claim' },
      'member',
      'coder',
      /assigned to "tester"/,
    ],
    [
      'is not claimed while it waits',
      { ...task, status: 'blocked' },
      { type: 'claim' },
      'member',
      'coder',
      /waits for other tasks/,
    ],
    [
      'is not completed by another member',
      running,
      { type: 'complete', result: 'x' },
      'member',
      'tester',
      /not yours \(it is that of "coder"\)/,
    ],
    [
      'is not completed by its owner while it is reviewed',
      inReview,
      { type: 'complete', result: 'x' },
      'member',
      'coder',
      /is in review/,
    ],
    [
      'is not approved by a member',
      inReview,
      { type: 'approve' },
      'member',
      'tester',
      /Only the lead, a reviewer or a person/,
    ],
    [
      'is not approved by the reviewer who did it',
      { ...inReview, assignee: 'critic' },
      { type: 'approve' },
      'reviewer',
      'critic',
      /You did #3/,
    ],
    ['is not approved without a review', running, { type: 'approve' }, 'lead', 'planner', /it needs in_review/],
    [
      'is not cancelled by a member',
      running,
      { type: 'cancel' },
      'member',
      'coder',
      /Only the lead of the team or a person/,
    ],
    [
      'is not assigned to a stranger',
      task,
      { type: 'assign', assignee: 'eve' },
      'lead',
      'planner',
      /Choose one of: coder, tester, critic/,
    ],
    [
      'is not blocked by another member',
      running,
      { type: 'comment', kind: 'blocker', text: 'x' },
      'member',
      'tester',
      /Only the owner/,
    ],
    [
      'is not changed when it is over',
      { ...task, status: 'completed' },
      { type: 'update', priority: 1 },
      'lead',
      'planner',
      /can retry a failed or cancelled task/,
    ],
    ['is not given out by an agent', task, { type: 'dispatch' }, 'lead', 'planner', /Only the supervisor/],
    [
      'is not stale before its time',
      { ...running, leaseUntil: 101 },
      { type: 'expire' },
      'system',
      'system',
      /has not ended/,
    ],
    ['is not updated with nothing', task, { type: 'update' }, 'lead', 'planner', /Give what to change/],
  ])('%s', (_, from, action, role, name, message) => {
    expect(act(from, action, role, name)).toMatch(message)
  })

  test('whose owner failed three times is given out again by the lead alone', () => {
    const failed = { ...task, status: 'failed', dispatches: 3 } as const
    expect(act(failed, { type: 'retry' }, 'member')).toMatch(/Only the lead/)
    expect(act(failed, { type: 'retry' }, 'lead', 'planner', { openBlockers: ['#1 "x"'] })).toMatchObject({
      status: 'blocked',
    })
  })

  test('no sequence of actions by members makes a task that was not approved complete if it must be, or changes one that is over', () => {
    const text = fc.constantFrom('a', 'b')
    const action: fc.Arbitrary<TaskAction> = fc.oneof(
      fc.constantFrom<TaskAction>(
        { type: 'claim' },
        { type: 'retry' },
        { type: 'dispatch' },
        { type: 'clear_ask_user' },
      ),
      text.map((result) => ({ type: 'complete', result }) as const),
      text.map((reason) => ({ type: 'cancel', reason }) as const),
      text.map((each) => ({ type: 'reject', text: each }) as const),
      fc.constant({ type: 'approve' } as const),
      fc.constant({ type: 'review' } as const),
      fc.constantFrom('coder', 'tester').map((assignee) => ({ type: 'assign', assignee }) as const),
      fc.integer({ min: 0, max: 100 }).map((percent) => ({ type: 'progress', percent }) as const),
      fc.constantFrom('note', 'blocker' as const).map((kind) => ({ type: 'comment', kind, text: 'x' }) as TaskAction),
    )
    fc.assert(
      fc.property(
        fc.constantFrom<TaskStatus>(...taskStatuses),
        fc.array(fc.tuple(action, fc.constantFrom('coder', 'tester')), { maxLength: 30 }),
        (status, steps) => {
          let now: TeamTask = { ...task, status, requiresApproval: true }
          for (const [next, name] of steps) {
            const step = actOnTask(now, next, { role: 'member', name, user: 'ada' }, facts)
            if ('refused' in step) continue
            if (isEnded(now)) expect(step.task.status).toBe(now.status)
            expect(step.task.percent).toBeGreaterThanOrEqual(now.percent)
            now = step.task
          }
          if (status !== 'completed') expect(now.status).not.toBe('completed')
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })
})
