import { expect, test } from 'vitest'
import { type ListPage, listPages } from './list-pages.ts'

const pages = (list: readonly ListPage[]) => {
  const asked: (string | undefined)[] = []
  let at = 0
  const read = async (cursor: string | undefined): Promise<ListPage> => {
    asked.push(cursor)
    const page = list[Math.min(at, list.length - 1)] as ListPage
    at += 1
    return page
  }
  return { asked, read }
}

test('all pages are read, an empty text being a cursor as good as any', async () => {
  const { asked, read } = pages([
    { items: [1], nextCursor: '' },
    { items: [2], nextCursor: 'b' },
    { items: [3], nextCursor: undefined },
  ])
  expect(await listPages(read)).toEqual({ items: [1, 2, 3], warning: undefined })
  expect(asked).toEqual([undefined, '', 'b'])
})

test('a cursor that never advances ends the list with a warning', async () => {
  const { asked, read } = pages([{ items: ['a'], nextCursor: 'again' }])
  expect(await listPages(read)).toMatchObject({
    items: ['a', 'a'],
    warning: expect.stringContaining('repeated a cursor'),
  })
  expect(asked).toHaveLength(2)
})

test('a list that never ends is cut', async () => {
  let count = 0
  const list = await listPages(async () => ({ items: Array(10).fill(0), nextCursor: String(count++) }))
  expect(list.items).toHaveLength(640)
  expect(list.warning).toContain('longer than 64 pages')
})
