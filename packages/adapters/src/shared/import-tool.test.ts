import { createRegistry, openRun } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { importTool } from './import-tool.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const named = (name: string) => ({ name, description: 'Looks.', schema, run: async () => 'sunny' })

test.each([
  ['getWeather', 'sky.get_weather'],
  ['get-weather', 'sky.get_weather'],
  ['HTTPGet 2', 'sky.httpget_2'],
])('%s becomes %s', async (name, canonical) => {
  expect((await importTool(named(name), { group: 'sky', permission: 'readonly' })).name).toBe(canonical)
})

test('a name or a schema that cannot be used is refused', async () => {
  const nameless = await importTool(named('???'), { group: 'sky', permission: 'readonly' })
  expect(() => createRegistry().register(nameless)).toThrow('"sky."')
  const broken = { ...named('look'), schema: { type: 'what' } }
  await expect(importTool(broken, { group: 'sky', permission: 'readonly' })).rejects.toThrow('what')
})

test('what the tool throws fails its call', async () => {
  const registry = createRegistry()
  const tool = { ...named('look'), run: () => Promise.reject(new Error('It is night.')) }
  registry.register(await importTool(tool, { group: 'sky', permission: 'readonly' }))
  const outcome = await openRun({ registry, principal: testPrincipal }).call({
    name: 'sky.look',
    arguments: { city: 'x' },
  })
  expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('It is night.') })
})
