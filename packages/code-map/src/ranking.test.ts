import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../../scripts/lib/list-files.ts'
import { openCode } from './testing/open-code.ts'

test('in a real package, what everything uses comes first, and a focus draws what it uses', {
  timeout: 120_000,
}, async () => {
  const room = join(import.meta.dirname, '../../room/src')
  const files = listFiles(room).map((path) => [path, readFileSync(join(room, path), 'utf8')] as const)
  await using code = await openCode(Object.fromEntries(files))
  const { paths } = await code.map()
  expect(paths.slice(0, 4)).toEqual(expect.arrayContaining(['route-row.ts', 'house.ts']))
  expect(paths.indexOf('index.ts')).toBeGreaterThan(4)
  const focused = await code.map({ focus: ['check-row.ts'] })
  expect(focused.paths[0]).toBe('check-row.ts')
  expect(focused.paths.slice(1, 4)).toContain('house.ts')
})
