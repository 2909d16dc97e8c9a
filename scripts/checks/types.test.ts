import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkTypes } from './types.ts'

test('given sound types over two packages, it passes', async () => {
  const root = plantRepository({
    'packages/shell/src/index.ts': 'export const verdict: string = "ask"\n',
    'packages/core/src/index.ts': `import { verdict } from '@drawbridge/shell'\nexport const length: number = verdict.length\n`,
  })
  expect(await checkTypes(root)).toMatchObject({ passed: 1, failed: 0 })
})

test.each([
  ['a wrong type', 'export const planted: string = 1\n', 'TS2322'],
  ['syntax that cannot be stripped', 'export class Planted {\n  constructor(readonly name: string) {}\n}\n', 'TS1294'],
  ['an unchecked index', 'export const planted: string = ["a"].slice()[1]\n', 'TS2322'],
])('given %s, it reports file and error', async (_, source, error) => {
  const { failed, report } = await checkTypes(plantRepository({ 'packages/core/src/planted.ts': source }))
  expect(failed).toBe(1)
  expect(report.join('\n')).toMatch(new RegExp(`packages/core/src/planted.ts\\(\\d+,\\d+\\): error ${error}`))
})
