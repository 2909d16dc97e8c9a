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

test('agents are found by meaning where no word matches, and those ahead in both ways are ahead', async () => {
  const targets = [
    { agent: 'cook', description: 'Cooks soup.', by: 'link' },
    { agent: 'coder', description: 'Writes programs.', by: 'link' },
    { agent: 'tester', description: 'Checks software.', by: 'link' },
  ]
  const vectorOf = (text: string) => (/soup/i.test(text) ? [0, 1] : /software/i.test(text) ? [1, 0.1] : [1, 0.2])
  const embed = async (texts: readonly string[]) => ({ vectors: texts.map((text) => new Float32Array(vectorOf(text))) })
  const house = { service: async () => ({ model: 'm', embed }) } as unknown as House
  const keeper = { targetsOf: async () => targets } as unknown as DelegationKeeper
  const { signal } = new AbortController()
  const context = { principal: testPrincipal, signal } as unknown as ToolContext
  const found = async (query: string) => {
    const tool = delegateSearchTool(house, async () => keeper)
    const { data } = (await tool.execute({ query, limit: 2 } as never, context)) as unknown as {
      readonly data: { readonly agents: readonly { readonly agent: string }[] }
    }
    return data.agents.map(({ agent }) => agent)
  }
  expect(await found('develop an application')).toEqual(expect.arrayContaining(['coder', 'tester']))
  expect((await found('software'))[0]).toBe('tester')
})
