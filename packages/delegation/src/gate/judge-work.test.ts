import type { QualityGate } from '@drawbridge/core/agent'
import { describe, expect, test } from 'vitest'
import type { Judgement } from '../run/delegation-store.ts'
import { type GateJudge, gatedReview } from './judge-work.ts'

const gate: QualityGate = { event: 'delegation.completed', type: 'command', command: ['check'] }
const { signal } = new AbortController()

function reviewed(gates: readonly QualityGate[], judge: GateJudge) {
  const notes: Judgement[] = []
  const review = gatedReview(gates, { judge, note: async (judgement) => void notes.push(judgement) })
  return { notes, say: (text: string, isLast = false) => review({ text, isLast, signal }) }
}

const refusing =
  (...words: readonly string[]): GateJudge =>
  async (_, text) =>
    words.some((word) => text.includes(word)) ? { isPassed: false, feedback: 'no drafts' } : { isPassed: true }

describe('work under a quality gate', () => {
  test('that passes is told as it is', async () => {
    const { say, notes } = reviewed([gate], refusing('draft'))
    expect(await say('fine')).toEqual({ text: 'fine' })
    expect(notes).toEqual([{ isPassed: true, revisions: 0 }])
  })

  test('goes back with the feedback until it passes', async () => {
    const { say, notes } = reviewed([gate], refusing('draft'))
    expect(await say('draft 1')).toEqual({ orders: expect.stringContaining('no drafts') })
    expect(await say('draft 2')).toEqual({ orders: expect.stringContaining('"check"') })
    expect(await say('fine')).toEqual({ text: 'fine' })
    expect(notes.at(-1)).toEqual({ isPassed: true, revisions: 2 })
  })

  test('goes back as often as the gate allows, and is told as not passed then', async () => {
    const { say, notes } = reviewed([{ ...gate, maxRetries: 1 }], refusing('draft'))
    await say('draft 1')
    expect(await say('draft 2')).toEqual({
      text: 'NOT PASSED: the quality gate "check" refuses this work after 1 revision: no drafts\n\ndraft 2',
    })
    expect(notes.at(-1)).toMatchObject({ isPassed: false, revisions: 1, feedback: 'check: no drafts' })
  })

  test('does not go back if there is no time left for it', async () => {
    const { say } = reviewed([gate], refusing('draft'))
    expect(await say('draft 1', true)).toEqual({ text: expect.stringMatching(/^NOT PASSED/) })
  })

  test('that a gate only watches does not go back', async () => {
    const { say } = reviewed(
      [
        { ...gate, blockOnFailure: false },
        { ...gate, command: ['other'] },
      ],
      refusing('draft'),
    )
    expect(await say('draft')).toEqual({ orders: expect.stringContaining('"other"') })
    const watched = reviewed([{ ...gate, blockOnFailure: false }], refusing('draft'))
    expect(await watched.say('draft')).toEqual({ text: expect.stringMatching(/^NOT PASSED/) })
  })

  test.each([
    ['counts as failed', undefined, /^NOT PASSED.*The gate itself failed: it hung\./s],
    ['passes if the operator says so', 'pass' as const, /^work$/],
  ])('whose gate fails %s', async (_, onError, text) => {
    const { say } = reviewed([{ ...gate, maxRetries: 0, ...(onError === undefined ? {} : { onError }) }], async () => {
      throw new Error('it hung')
    })
    expect(await say('work')).toEqual({ text: expect.stringMatching(text) })
  })
})
