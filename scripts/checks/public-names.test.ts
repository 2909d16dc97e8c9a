import { expect, test } from 'vitest'
import { plantPackages } from '../test-support/plant-packages.ts'
import { checkPublicNames } from './public-names.ts'

test('given one name for two things in two packages, it names both places', async () => {
  const root = plantPackages({
    one: { '.': `export interface Verdict { readonly said: string }\n` },
    two: { '.': 'export const two = 2\n', './verdict': `export type Verdict = 'allow' | 'deny'\n` },
  })
  expect(await checkPublicNames(root)).toMatchObject({
    failed: 1,
    report: [
      '"Verdict" means more than one thing: packages/one/src/index.ts (behind @drawbridge/one) and packages/two/src/verdict.ts (behind @drawbridge/two/verdict). Rename all but one.',
    ],
  })
})

test('given two declarations behind the doors of one package, it reports them', async () => {
  const root = plantPackages({
    one: { '.': 'export const limit = 1\n', './other': 'export const limit = 2\n' },
  })
  expect(await checkPublicNames(root)).toMatchObject({ failed: 1 })
})

test('given one name behind each door of the adapters, it passes, and reports another package that has it', async () => {
  const adapters = { './one': 'export const toolsFor = 1\n', './two': 'export const toolsFor = 2\n' }
  expect(await checkPublicNames(plantPackages({ adapters }))).toMatchObject({ failed: 0 })
  const root = plantPackages({ adapters, one: { '.': 'export const toolsFor = 3\n' } })
  expect(await checkPublicNames(root)).toMatchObject({ failed: 1 })
})

test('given a thing that several doors hand on, it passes', async () => {
  const root = plantPackages({
    one: { '.': `export type Verdict = 'allow' | 'deny'\n`, './again': `export type { Verdict } from './index.ts'\n` },
    two: { '.': `import type { Verdict } from '@drawbridge/one/again'\nexport type { Verdict }\n` },
  })
  expect(await checkPublicNames(root)).toMatchObject({ passed: 1, failed: 0 })
})
