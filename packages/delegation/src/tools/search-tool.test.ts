import type { ToolContext } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import type { House } from '@drawbridge/room'
import { expect, test } from 'vitest'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { delegateSearchTool, rankByWords } from './search-tool.ts'

test('a search whose embedding model fails says so, and finds by words', async () => {
  const embed = async () => {
    throw new Error('the model is overloaded')
  }
  const house = { service: async () => ({ model: 'broken', embed }) } as unknown as House
  const targets = [{ agent: 'coder', description: 'Writes programs in TypeScript.', by: 'link' }]
  const keeper = { targetsOf: async () => targets } as unknown as DelegationKeeper
  const { signal } = new AbortController()
  const context = { principal: testPrincipal, signal } as unknown as ToolContext
  const found = await delegateSearchTool(house, async () => keeper).execute(
    { query: 'typescript', limit: 5 } as never,
    context,
  )
  expect(found).toMatchObject({
    content: [
      { text: expect.stringMatching(/- coder: Writes[\s\S]*Searched by words alone: the model is overloaded/) },
    ],
    data: { agents: [{ agent: 'coder' }], degraded: 'the model is overloaded' },
  })
})

test('agents are found by words of their names and descriptions', () => {
  const coder = { agent: 'type-coder', description: 'Writes programs in TypeScript.', by: 'link' } as const
  const cook = { agent: 'cook', description: 'Cooks soup.', by: 'link' } as const
  const critic = { agent: 'critic', description: 'Reviews programs.', by: 'link' } as const
  const all = [coder, cook, critic]
  expect(rankByWords(all, 'programs in typescript')).toEqual([coder, critic])
  expect(rankByWords(all, 'type coder')[0]).toBe(coder)
  expect(rankByWords(all, 'astronomy')).toEqual([])
})
