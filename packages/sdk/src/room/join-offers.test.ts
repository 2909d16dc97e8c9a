import { createScrubber } from '@drawbridge/core/scrub'
import { testPrincipal } from '@drawbridge/core/testing'
import type { McpOffer, McpOfferChange } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { joinOffers } from './join-offers.ts'

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const resource = (name: string) => ({ uri: `a://${name}`, name, tool: 'a.read' })

test('a room that cannot list takes nothing from the others', async () => {
  const broken: McpOffer = { list: () => Promise.reject(new Error('down')) }
  const joined = joinOffers([broken, { list: () => ({ resources: [resource('one')] }) }], createScrubber())
  expect(await joined?.list(testPrincipal)).toMatchObject({ prompts: [], resources: [resource('one')] })
})

test('no secret is in a list or in a completion, and the functions stay', async () => {
  const offer: McpOffer = {
    list: () => ({
      prompts: [
        {
          name: 'p',
          description: `use ${token}`,
          tool: 'a.make',
          input: () => ({ made: true }),
          complete: async () => ({ values: [token] }),
        },
      ],
    }),
  }
  const [prompt] = (await joinOffers([offer], createScrubber())?.list(testPrincipal))?.prompts ?? []
  expect(prompt?.input({})).toEqual({ made: true })
  const completed = await prompt?.complete?.({ name: 'a', value: '' }, {}, new AbortController().signal)
  expect(JSON.stringify([prompt, completed])).not.toContain(token)
})

test('changes of all rooms are heard until the watch ends', () => {
  const listeners = new Set<(change: McpOfferChange) => void>()
  const watched: McpOffer = {
    list: () => ({}),
    watch: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
  const heard: McpOfferChange[] = []
  const watch = joinOffers([watched, { list: () => ({}) }], createScrubber())?.watch?.((change) => heard.push(change))
  for (const listener of listeners) listener({ kind: 'prompts' })
  watch?.[Symbol.dispose]()
  expect(heard).toEqual([{ kind: 'prompts' }])
  expect(listeners.size).toBe(0)
})

test('no offer of any room is no offer', () => {
  expect(joinOffers([], createScrubber())).toBeUndefined()
  expect(joinOffers([{ list: () => ({}) }], createScrubber())).not.toHaveProperty('watch')
})
