import { userRoles } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { isOfTopic, maySee } from './protocol.ts'

const user = (role: (typeof userRoles)[number]) => ({
  user: { id: 'u', name: 'ada', role, createdBy: 'x', createdAt: 0, hasPassword: false },
})

test('a member sees own events, an operator all, a viewer none', () => {
  const see = (owner: string | undefined) => userRoles.map((role) => maySee({ owner, agent: undefined }, user(role)))
  expect(see('ada')).toEqual([false, true, true, true])
  expect(see('eve')).toEqual([false, false, true, true])
  expect(see(undefined)).toEqual([false, false, true, true])
})

test('a topic has the events of its session or kind alone', () => {
  const event = { type: 'permission.requested', session: 's-1' }
  const of = ['audit', 'approvals', 'questions', 'session:s-1', 'session:s-10', 'session:s', 'policy']
  expect(of.filter((topic) => isOfTopic(event, topic))).toEqual(['audit', 'approvals', 'session:s-1'])
})
