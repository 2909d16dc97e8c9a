import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { filesThatRan } from './files-that-ran.ts'

const one = 'packages/core/src/one.ts'
const other = 'packages/core/src/other.ts'

/** Loads a planted file as Node does: an import would go through the test runner, which gives it another address. */
const load = (root: string, path: string): { readonly run: () => void } =>
  createRequire(import.meta.url)(join(root, path))

test('a file whose one function runs counts, even if the file was loaded before', async () => {
  const root = plantRepository({ [one]: 'export const run = () => 1\n', [other]: 'export function run() {}\n' })
  const [{ run }] = [load(root, one), load(root, other)]
  expect([...(await filesThatRan(root, async () => run()))]).toEqual([[one, ['run']]])
})

test('a file that is only loaded does not count', async () => {
  const root = plantRepository({ [one]: 'export const run = () => 1\n' })
  expect([...(await filesThatRan(root, async () => void load(root, one)))]).toEqual([])
})

test('a function without a name counts', async () => {
  const root = plantRepository({
    [one]: 'const keep = (work: () => number) => work\nexport const run = keep(() => 1)\n',
  })
  const { run } = load(root, one)
  expect([...(await filesThatRan(root, async () => run()))]).toEqual([[one, ['(anonymous)']]])
})
