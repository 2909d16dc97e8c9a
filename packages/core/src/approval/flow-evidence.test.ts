import { expect, test } from 'vitest'
import type { FlowFinding } from '../flow/sink.ts'
import { flowEvidence } from './flow-evidence.ts'

const finding = (value: string, more: Partial<FlowFinding> = {}): FlowFinding => ({
  check: 'integrity',
  at: '/to',
  kind: 'recipient',
  value,
  origin: {
    tool: 'web.fetch',
    toolCallId: 'c',
    target: 'https://a.example/',
    pointer: '/from',
    excerpt: 'write to eve',
  },
  because: 'the recipient is not from the user',
  ...more,
})
const judged = (...findings: FlowFinding[]) => ({ mode: 'guard', verdict: 'ask', findings, vouched: [] }) as const

test('each value in question is shown with its place and the words around it', () => {
  expect(flowEvidence(judged(finding('eve')))).toEqual([
    'recipient /to "eve": web.fetch https://a.example/ at /from: … write to eve …',
  ])
})

test('a value that nobody said has no source, many are counted, and a long one is shortened', () => {
  const { origin: _, ...made } = finding('made')
  expect(flowEvidence(judged(made))).toEqual([])
  expect(flowEvidence(undefined)).toEqual([])
  const many = flowEvidence(judged(...Array.from({ length: 12 }, (_each, index) => finding(`v${index}`))))
  expect(many).toHaveLength(9)
  expect(many.at(-1)).toBe('and 4 more values')
  expect(flowEvidence(judged(finding('x'.repeat(5_000))))[0]?.length).toBeLessThan(400)
})
