import { systemClock } from '@drawbridge/core/base'
import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { createConfigurationRepository } from './configuration-repository.ts'

const mode = { path: ['permissions', 'mode'], value: 'plan' }
const odd = { path: ['agents', 'a.b "c"', 'tools'], value: { deny: ['fs.*'], '\u2028': null } }
const setBy = 'ada'

describeDatabases('settings of the database', ({ open }) => {
  test('come back as they were set, in another connection too, and go again', async () => {
    const settings = createConfigurationRepository(await open(), { clock: systemClock })
    const other = createConfigurationRepository(await open(), { clock: systemClock })
    expect(await settings.read()).toEqual({ revision: 0, rows: [] })
    expect(await settings.change({ remove: [], add: [mode, odd], setBy }, 0)).toBe(true)
    expect(await other.read()).toMatchObject({
      revision: 1,
      rows: [odd, { ...mode, setBy, setAt: expect.any(Number) }],
    })
    expect(
      await other.change({ remove: [odd.path], add: [{ ...mode, value: 'default' }], setBy: 'bob', note: 'why' }, 1),
    ).toBe(true)
    expect(await settings.read()).toMatchObject({ revision: 2, rows: [{ ...mode, value: 'default' }] })
    expect(await settings.revision()).toBe(2)
    expect(await settings.versions.list({ limit: 9 })).toMatchObject([
      { revision: 2, rows: [{ value: 'default' }], changed: [odd.path, mode.path], setBy: 'bob', note: 'why' },
      { revision: 1, rows: [odd, mode], setBy, note: undefined },
      { revision: 0, rows: [], changed: [] },
    ])
    expect(await settings.versions.list({ limit: 1, before: 2 })).toMatchObject([{ revision: 1 }])
    expect(await settings.versions.find(7)).toBeUndefined()
  })

  test('keep the tests of a version for the changes that name none', async () => {
    const settings = createConfigurationRepository(await open(), { clock: systemClock })
    const tests = [{ tool: 'fs.list', expect: 'deny' }]
    const change = { remove: [], add: [mode], setBy }
    for (const [index, named] of [undefined, tests, undefined, []].entries())
      expect(await settings.change({ ...change, tests: named }, index)).toBe(true)
    const found = await settings.versions.list({ limit: 9 })
    expect(found.map((version) => version.tests)).toEqual([[], tests, tests, [], []])
  })

  test('are changed only from the revision that the change was checked against', async () => {
    const settings = createConfigurationRepository(await open(), { clock: systemClock })
    const change = { remove: [], add: [mode], setBy }
    expect(
      await Promise.all([settings.change(change, 0), settings.change({ remove: [], add: [odd], setBy }, 0)]),
    ).toEqual(expect.arrayContaining([true, false]))
    expect(await settings.read()).toMatchObject({ revision: 1, rows: [expect.anything()] })
  })
})
