import { expect, it } from 'vitest'
import { lineOfEvent } from './line-of-event.ts'

const line = (event: Readonly<Record<string, unknown>>) =>
  lineOfEvent({ position: '1', session: 's', type: String(event.type), event })

it('says who decided what', () => {
  const decision = { answer: 'deny', decidedBy: 'ada' }
  expect(line({ type: 'permission.decided', time: 5, decision, approver: 'inbox' })).toEqual({
    ...{ time: 5, who: 'ada', what: '', outcome: 'deny' },
  })
})

it('says what was recalled and loaded', () => {
  expect(line({ type: 'memory.recalled', passages: [{ path: 'memory/pool.md' }] }).what).toBe('memory/pool.md')
  expect(line({ type: 'skill.loaded', name: 'counting' }).what).toBe('counting')
})

it('says what a call was about', () => {
  expect(line({ type: 'tool.started', tool: 'runtime.exec', input: { command: 'npm test' } }).what).toBe(
    'runtime.exec npm test',
  )
})
