import { expect, test } from 'vitest'
import { showArrivals } from './show-arrivals.ts'

test('each item is shown once, those that were there and those that arrive, until it is ended', async () => {
  const items = ['a']
  let changed = () => {}
  const shown: string[] = []
  const end = new AbortController()
  await showArrivals<string>(
    {
      list: async () => [...items],
      idOf: (item) => item,
      watch: async (listener) => {
        changed = listener
        return { [Symbol.dispose]: () => undefined }
      },
      show: async (item) => {
        shown.push(item)
        if (item === 'c') return end.abort()
        items.push(item === 'a' ? 'b' : 'c')
        setImmediate(() => changed())
      },
    },
    end.signal,
  )
  expect(shown).toEqual(['a', 'b', 'c'])
})
