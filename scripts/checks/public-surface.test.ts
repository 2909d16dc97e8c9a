import { expect, test } from 'vitest'
import { plantPackages } from '../test-support/plant-packages.ts'
import { checkPublicSurface, writePublicSurface } from './public-surface.ts'

const list = 'scripts/checks/public-surface/one.txt'
const one = { '.': 'export const open = 1\n', './more': 'export type More = string\n' }

test('given a name that no list has, it names the door and how to list it', async () => {
  const root = plantPackages({ one }, { [list]: '@drawbridge/one open\n' })
  expect(await checkPublicSurface(root)).toMatchObject({
    failed: 1,
    report: [
      `@drawbridge/one/more More is exported, but ${list} does not list it.`,
      'If that is meant: npm run check -- public-surface --write',
    ],
  })
})

test('given a listed name that is gone, it reports it', async () => {
  const root = plantPackages(
    { one },
    { [list]: '@drawbridge/one gone\n@drawbridge/one open\n@drawbridge/one/more More\n' },
  )
  expect(await checkPublicSurface(root)).toMatchObject({
    failed: 1,
    report: [`@drawbridge/one gone is listed in ${list}, but not exported.`, expect.any(String)],
  })
})

test('given a package without a list, it reports all of its names', async () => {
  expect(await checkPublicSurface(plantPackages({ one }))).toMatchObject({ failed: 1 })
})

test('passes after the lists were written, those of packages that are gone included', async () => {
  const root = plantPackages({ one }, { 'scripts/checks/public-surface/attic.txt': '@drawbridge/attic old\n' })
  writePublicSurface(root)
  expect(await checkPublicSurface(root)).toMatchObject({ passed: 1, failed: 0 })
})
