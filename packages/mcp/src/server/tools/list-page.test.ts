import { createRegistry, openRun } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { demoTools } from '../../__fixtures__/demo-tools.ts'
import { listPage } from './list-page.ts'

function snapshotOf(names: readonly string[]) {
  const registry = createRegistry()
  for (const name of names) registry.register({ ...demoTools[0]!, name })
  return openRun({ registry, principal: testPrincipal }).snapshot
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `many.tool${1000 + index}`)
const shown = (page: Awaited<ReturnType<typeof listPage>>) => page.tools.map((tool) => tool._meta?.['drawbridge/tool'])

test.each([0, 1, 100, 101, 250])('%i tools are listed whole, in order and once', async (count) => {
  const snapshot = snapshotOf(numbered(count))
  const pages = [await listPage(snapshot)]
  for (let next = pages[0]!.nextCursor; next !== undefined; next = pages.at(-1)!.nextCursor) {
    pages.push(await listPage(snapshot, next))
  }
  expect(pages.flatMap(shown)).toEqual(numbered(count))
  expect(pages).toHaveLength(Math.max(1, Math.ceil(count / 100)))
})

test('a set that changes between two pages hides no tool that was there all along', async () => {
  const first = await listPage(snapshotOf(numbered(150)))
  const changed = snapshotOf(['a.new', ...numbered(150).filter((name) => !name.endsWith('99'))])
  expect(shown(await listPage(changed, first.nextCursor))).toEqual(numbered(150).slice(100))
})
