import { describe, expect, test } from 'vitest'
import { createFakeClock, testPrincipal } from '../testing/index.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { approveWith } from './approve-with.ts'
import { type Approver, wasAnswered } from './approver.ts'
import { askApprovers } from './ask-approvers.ts'
import { partsOf } from './parts-of.ts'

const request: ApprovalRequest = {
  id: 'approval_1',
  toolCallId: 'call_1',
  tool: 'demo.tool',
  permission: 'write',
  risk: 'medium',
  tags: [],
  input: {},
  targets: [],
  cwd: '/workspace',
  environment: [],
  hosts: [],
  dangerous: false,
  hooks: [],
  suggested: 'allow_once',
  reason: 'why',
  rule: 'rule',
  offers: [
    { answer: 'allow_once', scope: 'this call only' },
    { answer: 'deny', scope: 'this call only' },
  ],
  principal: testPrincipal,
  ...partsOf([]),
  withheld: [],
  earlier: [],
  askedAt: 0,
  answerableUntil: 0,
  expiresAt: 0,
  digest: '',
}

const silent: Approver = approveWith(
  'silent',
  (_request, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
)
const yes = approveWith('yes', () => ({ answer: 'allow_once' }))
const shrug = approveWith('shrug', () => undefined)
const broken = approveWith('broken', () => Promise.reject(new Error('the line is dead')))

function ask(approvers: readonly Approver[]) {
  const clock = createFakeClock()
  const controller = new AbortController()
  const result = askApprovers(request, { approvers, timeoutMs: 1_000, clock, signal: controller.signal })
  return { clock, controller, result }
}

describe('asking several approvers', () => {
  test('takes the first decision and tells the others to stop', async () => {
    let stopped = false
    const slow = approveWith(
      'slow',
      (_request, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            stopped = true
            resolve({ answer: 'deny' })
          }),
        ),
    )
    expect(await ask([slow, yes]).result).toMatchObject({ status: 'decided', approver: 'yes' })
    expect(stopped).toBe(true)
  })

  test('does not wait for one that failed while another may still answer', async () => {
    expect(await ask([broken, yes]).result).toMatchObject({ status: 'decided', approver: 'yes' })
  })

  test('fails at once, with the reason, if no one can answer', async () => {
    expect(await ask([]).result).toEqual({ status: 'unavailable', why: 'no one can be asked' })
    expect(await ask([shrug]).result).toMatchObject({ status: 'unavailable' })
    expect(await ask([broken, shrug]).result).toMatchObject({ why: expect.stringContaining('the line is dead') })
  })

  test('ends at its time limit', async () => {
    const { clock, result } = ask([silent])
    await clock.advance(1_000)
    expect(await result).toEqual({ status: 'timed_out', timeoutMs: 1_000 })
  })

  test('tells approvers whether their question was answered or only came to an end', async () => {
    const ends: boolean[] = []
    const notes: Approver = {
      id: 'notes',
      human: true,
      answersLater: 'ring the bell',
      async *ask(_requests, signal) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ends.push(wasAnswered(signal))
      },
    }
    const person = approveWith('person', () => ({ answer: 'deny' }), { human: true })
    expect(await ask([notes, person]).result).toMatchObject({ status: 'decided' })
    const { clock, result } = ask([notes])
    await clock.advance(1_000)
    expect(await result).toEqual({ status: 'timed_out', timeoutMs: 1_000, answersLater: 'ring the bell' })
    const { controller, result: aborted } = ask([notes])
    controller.abort()
    expect(await aborted).toEqual({ status: 'aborted' })
    expect(ends).toEqual([true, false, false])
  })

  test('ends with the run', async () => {
    const { controller, result } = ask([silent])
    controller.abort()
    expect(await result).toEqual({ status: 'aborted' })
  })

  test('ignores an answer that was not offered or belongs to another request', async () => {
    const wide = approveWith('wide', () => ({ answer: 'allow_always' }))
    const confused: Approver = {
      id: 'confused',
      human: true,
      async *ask() {
        yield { requestId: 'approval_2', answer: 'allow_once' }
      },
    }
    expect(await ask([wide, confused]).result).toMatchObject({ status: 'unavailable' })
  })
})
