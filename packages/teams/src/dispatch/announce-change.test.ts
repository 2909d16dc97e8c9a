import type { Transaction } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { coder, planner, shop } from '../__fixtures__/shop.ts'
import type { BoardChange } from '../board/board.ts'
import { newTask } from '../board/new-task.ts'
import { checkTeamSettings } from '../team/team.ts'
import { announceChange, leadOf, type TeamNotice } from './announce-change.ts'

const given = { subject: 'Write', description: '', priority: 0, blockedBy: [], requiresApproval: false }
const facts = { team: shop, number: 1, actor: planner, blockers: [], now: 1 }
const task = { ...newTask({ ...given, assignee: 'coder', session: 's1' }, facts), status: 'in_progress' } as const

/** The notices that the lead of a team with these settings gets of a change. */
async function told(change: Partial<BoardChange>, settings: object = {}): Promise<readonly TeamNotice[]> {
  const notices: TeamNotice[] = []
  const outbox = {
    sendIn: async (_: Transaction, ...entries: readonly { readonly kind: string; readonly payload: unknown }[]) => {
      for (const { kind, payload } of entries) if (kind === 'teams.notice') notices.push(payload as TeamNotice)
    },
  }
  const transaction = { publish: async () => undefined } as unknown as Transaction
  const whole = { task, effects: [], event: undefined, actor: coder, text: undefined, ...change }
  await announceChange(outbox, transaction, { ...shop, settings: checkTeamSettings(settings) }, whole)
  return notices
}

const blocked: Partial<BoardChange> = {
  event: 'failed',
  effects: ['stop', 'escalate'],
  task: { ...task, status: 'failed', reason: 'Blocked: no key' },
}

test.each<[string, Partial<BoardChange>, readonly string[] | undefined, RegExp | undefined]>([
  ['a result', { event: 'completed', task: { ...task, status: 'completed', result: 'ok' } }, undefined, /Result: ok/],
  [
    'what waits for a review',
    { event: 'reviewed', task: { ...task, status: 'in_review' } },
    undefined,
    /approve or rej/,
  ],
  ['a failure', { event: 'failed', task: { ...task, status: 'failed' } }, undefined, /has failed/],
  ['no progress', { event: 'progress' }, undefined, undefined],
  ['progress', { event: 'progress', task: { ...task, percent: 40 } }, ['progress'], /is at 40 %/],
  ['no comment', { event: 'commented', text: 'hm' }, undefined, undefined],
  ['a comment', { event: 'commented', text: 'hm' }, ['commented'], /comment by "coder": hm/],
  ['no comment of its own', { event: 'commented', text: 'hm', actor: planner }, ['commented'], undefined],
  ['a begun task', { event: 'dispatched' }, ['started'], /in_progress by "coder"/],
  ['a task of a member', { event: 'created' }, ['created'], /put on the board by "coder"/],
  ['no task of its own', { event: 'created', actor: planner }, ['created'], undefined],
  ['a stuck task', { event: 'stale', task: { ...task, status: 'stale' } }, ['stale'], /is stale/],
  ['no result if the team does not want that', { event: 'completed' }, [], undefined],
])('a lead is told of %s', async (_, change, notifications, text) => {
  const notices = await told(change, notifications === undefined ? {} : { notifications })
  expect(notices.map((notice) => notice.text)).toEqual(text === undefined ? [] : [expect.stringMatching(text)])
})

test('a result comes in the name of the teammate', async () => {
  const notices = await told({ event: 'completed', task: { ...task, status: 'completed', result: 'ok' } })
  expect(notices).toMatchObject([{ sender: 'teammate:coder', lead: 'planner', session: 's1', isUrgent: false }])
})

test('a lead learns of a blocker at once, once, and whatever else it is told of', async () => {
  for (const settings of [{}, { notifications: [] }]) {
    expect(await told(blocked, settings)).toMatchObject([{ sender: 'system:escalation', isUrgent: true }])
  }
})

test('a team without escalation tells of a blocker as of any failure', async () => {
  expect(await told(blocked, { escalation: false })).toMatchObject([{ sender: 'teammate:coder', isUrgent: false }])
  expect(await told(blocked, { escalation: false, notifications: [] })).toEqual([])
})

test('an escalation waits for no other notice, and others of one conversation are told together', async () => {
  const [urgent] = await told(blocked)
  const [first] = await told({ event: 'completed', task: { ...task, status: 'completed' } })
  const [second] = await told({ event: 'failed', task: { ...task, number: 2, status: 'failed' } })
  expect(leadOf(first as TeamNotice)).toBe(leadOf(second as TeamNotice))
  expect(leadOf(urgent as TeamNotice)).not.toBe(leadOf(first as TeamNotice))
})
