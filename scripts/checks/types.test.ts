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

test('given types that do not hold and syntax that cannot be stripped, it reports each with file and error', async () => {
  const faults = {
    'wrong-type': ['export const planted: string = 1\n', 'TS2322'],
    'not-strippable': ['export class Planted {\n  constructor(readonly name: string) {}\n}\n', 'TS1294'],
    'unchecked-index': ['export const planted: string = ["a"].slice()[1]\n', 'TS2322'],
  } as const
  const files = Object.entries(faults).map(([name, [source]]) => [`packages/core/src/${name}.ts`, source])
  const { failed, report } = await checkTypes(plantRepository(Object.fromEntries(files)))
  expect(failed).toBe(1)
  for (const [name, [, error]] of Object.entries(faults)) {
    expect(report.join('\n')).toMatch(new RegExp(`packages/core/src/${name}.ts\\(\\d+,\\d+\\): error ${error}`))
  }
})
