import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkReachableOptions } from './reachable-options.ts'

const origin = 'packages/net/src/planted.ts#PlantedOptions'
const schema = JSON.stringify({ properties: { network: { properties: { slow: {}, secret: {} } } } })

const planted = (members: string, reaches: Parameters<typeof checkReachableOptions>[1] = {}) =>
  checkReachableOptions(
    plantRepository({
      'packages/net/src/planted.ts': `export interface PlantedOptions {\n${members}\n}\n`,
      'packages/sdk/drawbridge.schema.json': schema,
      'docs/policy.md': 'The key `network.slow` slows everything down.\n',
    }),
    reaches,
  )

test('given an option with a documented key, it passes', async () => {
  expect(await planted('readonly slow?: number', { [origin]: { slow: { key: 'network.slow' } } })).toMatchObject({
    failed: 0,
  })
})

test.each([
  ['an option that nobody can set', { slow: { libraryOnly: 'no' } }, 'nobody can set "fast"'],
  [
    'an option that is gone',
    { slow: { libraryOnly: 'no' }, fast: { libraryOnly: 'no' }, old: { libraryOnly: 'no' } },
    '"old"',
  ],
  ['a key that does not exist', { slow: { key: 'network.slwo' }, fast: { libraryOnly: 'no' } }, '"network.slwo"'],
  [
    'a key that no document names',
    { slow: { key: 'network.secret' }, fast: { libraryOnly: 'no' } },
    'no document names',
  ],
] as const)('given %s, it reports it', async (_what, reaches, message) => {
  const result = await planted('readonly slow?: number\nreadonly fast: boolean', { [origin]: reaches })
  expect(result).toMatchObject({ failed: 1, report: [expect.stringContaining(message)] })
})

test('given a name of an interface that does not exist, it reports it', async () => {
  const result = await planted('readonly slow?: number', { 'packages/net/src/planted.ts#Other': {} })
  expect(result).toMatchObject({ failed: 1, report: [expect.stringContaining('#Other, which does not exist')] })
})
