import type { ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { createScrubber } from '@drawbridge/core/scrub'
import { expect, test } from 'vitest'
import { approvalRequest } from '../__fixtures__/approval-request.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { terminalWith } from './__fixtures__/terminal-with.ts'
import { createTerminalApprover, type TerminalApproverOptions } from './create-terminal-approver.ts'

async function decide(
  terminal: Terminal,
  requests: readonly ApprovalRequest[] = [approvalRequest()],
  options: Partial<TerminalApproverOptions> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ApprovalDecision[]> {
  const approver = createTerminalApprover({
    terminal,
    previewChange: async () => undefined,
    scrubber: createScrubber(),
    ...options,
  })
  return Array.fromAsync(approver.ask(requests, signal))
}

test.each([
  ['y', { answer: 'allow_once' }],
  ['Y', { answer: 'allow_once' }],
  ['q', { answer: 'abort' }],
  ['\u0003', { answer: 'abort' }],
])('the key %j decides', async (key, decision) => {
  expect(await decide(terminalWith([key]))).toEqual([{ requestId: 'approval_1', digest: '00', ...decision }])
})

test('a denial takes its reason along, for the model', async () => {
  expect(await decide(terminalWith(['n'], ' use another file '))).toEqual([
    { requestId: 'approval_1', digest: '00', answer: 'deny', reason: 'use another file' },
  ])
})

test('any other key decides nothing, nor does one for an answer that is not on offer', async () => {
  const terminal = terminalWith(['x', 'a', '\r', 'y'])
  expect(await decide(terminal)).toMatchObject([{ answer: 'allow_once' }])
  expect(terminal.shown()).toContain('Press y, n, q.')
})

test('a question that somebody else has answered is withdrawn', async () => {
  const controller = new AbortController()
  const terminal = terminalWith([])
  const decisions = decide(terminal, [approvalRequest()], {}, controller.signal)
  setImmediate(() => controller.abort())
  expect(await decisions).toEqual([])
  expect(terminal.shown()).toContain('An answer is no longer needed.')
})

test('a question that the answer before it has settled is not asked', async () => {
  const terminal = terminalWith(['s', 'n'])
  const approver = createTerminalApprover({
    terminal,
    previewChange: async () => undefined,
    scrubber: createScrubber(),
  })
  const covered = new AbortController()
  const offers = [{ answer: 'allow_for_session', scope: 'this folder' }, ...approvalRequest().offers] as const
  const requests = ['first', 'second', 'third'].map((id) => approvalRequest({ id, offers }))
  const never = new AbortController().signal
  const decisions: string[] = []
  const watch = { signalOf: (id: string) => (id === 'second' ? covered.signal : never) }
  for await (const { requestId, answer } of approver.ask(requests, never, watch)) {
    decisions.push(`${requestId} ${answer}`)
    covered.abort()
  }
  expect(decisions).toEqual(['first allow_for_session', 'third deny'])
  expect(terminal.shown()).not.toContain('2 of 3')
})

test('several calls that wait are asked about one after the other', async () => {
  const terminal = terminalWith(['y', 'n'])
  const approver = createTerminalApprover({
    terminal,
    previewChange: async () => undefined,
    scrubber: createScrubber(),
  })
  const { signal } = new AbortController()
  const ask = (id: string) => Array.fromAsync(approver.ask([approvalRequest({ id })], signal))
  expect((await Promise.all([ask('first'), ask('second')])).flat()).toEqual([
    { requestId: 'first', digest: '00', answer: 'allow_once' },
    { requestId: 'second', digest: '00', answer: 'deny' },
  ])
})

test('secrets show neither in the request nor in the change', async () => {
  const secret = ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_')
  const terminal = terminalWith(['y'])
  await decide(terminal, [approvalRequest({ reason: `It sends ${secret}.` })], {
    previewChange: async () => ({
      status: 'diff',
      text: `-token is ${secret}`,
      addedLines: 0,
      removedLines: 1,
      truncated: false,
    }),
  })
  expect(terminal.shown()).not.toContain(secret)
  expect(terminal.shown()).toContain('[REDACTED]')
})

test('text that was cut is shown on demand before the decision', async () => {
  const terminal = terminalWith(['v', 'y'])
  const input = { content: 'x'.repeat(5_000) }
  expect(await decide(terminal, [approvalRequest({ input })])).toMatchObject([{ answer: 'allow_once' }])
  expect(terminal.shown()).toContain('v  show everything')
  expect(terminal.shown().replaceAll(/\s/g, '')).toContain('x'.repeat(5_000))
})

const lasting = [{ answer: 'allow_for_session', scope: 'this folder' }, ...approvalRequest().offers] as const
const long = approvalRequest({ offers: lasting, input: { content: 'x'.repeat(5_000) } })

test('a question that was not shown in full can be allowed only once', async () => {
  const terminal = terminalWith(['s', 'y'])
  expect(await decide(terminal, [long])).toMatchObject([{ answer: 'allow_once' }])
  expect(terminal.shown()).toContain('view it in full first, with v')
  expect(terminal.shown()).toContain('Press y, n, q.')
})

test('once all of it is shown, it can be allowed for longer', async () => {
  expect(await decide(terminalWith(['v', 's']), [long])).toMatchObject([{ answer: 'allow_for_session' }])
})

test('earlier answers to similar calls are shown', async () => {
  const terminal = terminalWith(['y'])
  await decide(terminal, [approvalRequest({ earlier: [{ answer: 'deny', times: 2, lastAt: 0 }] })])
  expect(terminal.shown()).toMatch(/Similar calls before: .*, 2 times\./)
})
