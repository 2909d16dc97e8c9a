import type { ModelMessage } from '@drawbridge/core/model'
import { expect } from 'vitest'

/** Asserts what every provider demands: each call has one result, at once and in order, and each result has its call. */
export function assertTranscript(messages: readonly ModelMessage[]): void {
  const seen = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const calls = message.role === 'assistant' ? message.blocks.filter((block) => block.type === 'call') : []
    for (const { id } of calls) {
      expect(seen.has(id)).toBe(false)
      expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      seen.add(id)
    }
    const next = messages[index + 1]
    const results = next?.role === 'tool' ? next.blocks.map(({ call }) => call) : []
    expect(results).toEqual(calls.map(({ id }) => id))
    if (message.role === 'tool') expect(messages[index - 1]?.role).toBe('assistant')
  }
}
