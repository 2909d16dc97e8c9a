import { expect, test } from 'vitest'
import { delegationDocument } from './delegation-document.ts'

const target = (agent: string, by: 'link' | 'team' = 'link') => ({ agent, description: `Does ${agent}.\n`, by })

test('DELEGATION.md names up to fifteen agents, and then says how to search', () => {
  const fifteen = Array.from({ length: 15 }, (_, index) => target(`a${index}`))
  expect(delegationDocument(fifteen)).toContain('- a14: Does a14.')
  const more = delegationDocument([...fifteen, target('b')])
  expect(more).not.toContain('- a')
  expect(more).toMatch(/16 other agents.*agent\.delegate_search/)
})

test('DELEGATION.md is empty for an agent without links: its team is in TEAM.md', () => {
  expect(delegationDocument([target('a', 'team')])).toBe('')
})
