import type { ConversationEntry } from '@drawbridge/core/agent'
import { ownLabel } from '@drawbridge/core/artifact'
import { noUsage } from '@drawbridge/core/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { entriesAfter } from '../conversation/conversation-state.ts'
import { tokensOfMessages } from '../conversation/count-tokens.ts'
import { renderMessages } from '../conversation/render-messages.ts'
import { composeSummary, keptFacts, readFacts } from './compose-summary.ts'
import { planCompaction } from './plan-compaction.ts'

const message = (n: number, text = `message ${n}`): ConversationEntry => ({
  kind: 'message',
  node: `message/${n}`,
  from: 'user',
  text,
  time: n,
})
const turn = (n: number, calls: number, size: number): readonly ConversationEntry[] => [
  {
    kind: 'turn',
    node: `turn/${n}`,
    run: 'r',
    model: 'm',
    usage: noUsage,
    time: n,
    blocks: Array.from({ length: calls }, (_, index) => ({
      type: 'call',
      id: `${n}-${index}`,
      name: 'fs__read_file',
      input: { path: `${n}.txt` },
    })),
  },
  ...Array.from(
    { length: calls },
    (_, index): ConversationEntry => ({
      kind: 'result',
      node: `result/${n}-${index}`,
      call: `${n}-${index}`,
      tool: 'fs.read_file',
      isError: false,
      content: [{ type: 'text', text: 'x'.repeat(size), label: ownLabel }],
      time: n,
    }),
  ),
]
const conversations = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4_000 })), { maxLength: 12 })
  .map((parts) => [
    message(0),
    ...parts.flatMap(([calls, size], n) => (calls === 0 ? [message(n + 1)] : turn(n + 1, calls, size))),
  ])

describe('a compaction', () => {
  test('leaves every call with its result, and the last turn, whatever the conversation', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 0, max: 5_000 }), (entries, target) => {
        const tokens = tokensOfMessages(renderMessages(entries))
        const plan = planCompaction(entries, { tokens, target })
        if (plan.kind !== 'summarise') return
        const tail = entriesAfter(entries, plan.through)
        expect([...plan.covered, ...tail]).toEqual(entries)
        expect(tail[0]?.kind).not.toBe('result')
        const last = entries.findLast(({ kind }) => kind === 'turn')
        if (last !== undefined) expect(tail).toContain(last)
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  test('shortens old results first, and leaves those of the last two turns', () => {
    const entries = [message(0), ...turn(1, 1, 9_000), ...turn(2, 1, 9_000), ...turn(3, 1, 9_000)]
    const tokens = tokensOfMessages(renderMessages(entries))
    const plan = planCompaction(entries, { tokens, target: tokens - 1_000 })
    expect(plan).toEqual({ kind: 'shorten', calls: ['1-0'] })
    const marker: ConversationEntry = { kind: 'compaction', node: 'c', shortened: ['1-0'], time: 9 }
    const after = renderMessages([...entries, marker])
    expect(JSON.stringify(after[2])).toContain('This result of 9000 characters was removed')
    expect(tokensOfMessages(after)).toBeLessThan(tokens - 1_000)
  })

  test('keeps the words of the user and the files through any number of summaries', () => {
    const first = composeSummary('a', keptFacts([message(0, 'the goal'), ...turn(1, 1, 10)], 1_000))
    const earlier: ConversationEntry = { kind: 'compaction', node: 'c', summary: first, shortened: [], time: 1 }
    const second = keptFacts([earlier, message(2, 'and this\ntoo'), ...turn(3, 1, 10)], 1_000)
    expect(second.words).toEqual(['the goal', 'and this\ntoo'])
    expect(second.files.map(({ path }) => path)).toEqual(['1.txt', '3.txt'])
    expect(readFacts(composeSummary('b', second))).toEqual(second)
    expect(keptFacts([message(0, 'goal'), message(1, 'x'.repeat(9_000)), message(2, 'new')], 20).words).toEqual([
      'goal',
      'new',
    ])
  })
})
