import { expect, test } from 'vitest'
import { sandboxSection } from './sandbox-section.ts'

test.each(['https://example.com/x', '*', 'a b', ''])('no host that could never match is let through: %j', (entry) => {
  const { error } = sandboxSection.safeParse({ network: { allow: ['example.com', entry] } })
  expect(error?.message).toContain('is not a host: write')
})

test('hosts and whole domains are let through', () => {
  const network = { allow: ['example.com', '*.example.com', '10.0.0.7'] }
  expect(sandboxSection.parse({ network })).toEqual({ network })
})

test.each([{ memoryMb: 1 }, { openFiles: 3 }, { processes: 0 }])(
  'a limit with which no program starts is refused: %j',
  (limit) => {
    expect(sandboxSection.safeParse(limit).success).toBe(false)
  },
)
