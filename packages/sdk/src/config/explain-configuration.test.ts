import type { Room } from '@drawbridge/room'
import { skippedFolders } from '@drawbridge/tools/listing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSections } from '../room/room-sections.ts'
import { fileRoom } from '../tools/native-rooms.ts'
import { type ConfigFolders, createFolders } from './__fixtures__/folders.ts'
import { type EffectiveValue, explainConfiguration } from './explain-configuration.ts'
import { loadConfiguration } from './load-configuration.ts'

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

const explain = (): readonly EffectiveValue[] => {
  const loaded = loadConfiguration({ home: folders.home, workspace: folders.workspace, environment: {} })
  return loaded.status === 'loaded' ? explainConfiguration(loaded.configuration) : []
}
const ofKey = (key: string) => explain().filter((entry) => entry.key === key)

test('a setting that is not configured is built in', () => {
  expect(ofKey('limits.calls.burst')).toEqual([
    { key: 'limits.calls.burst', value: 20, origin: 'built-in', takesEffect: 'next call' },
  ])
  expect(ofKey('permissions.mode')).toEqual([
    { key: 'permissions.mode', value: 'default', origin: 'built-in', takesEffect: 'next call' },
  ])
})

test('of a single value the most particular file counts', () => {
  folders.operator('{\n"limits": { "calls": { "burst": 10 } } }')
  folders.project('{ "limits": {\n\n"calls": { "burst": 5 } } }')
  expect(ofKey('limits.calls.burst')).toEqual([
    { key: 'limits.calls.burst', value: 5, origin: `${folders.projectFile}:3`, takesEffect: 'next call' },
  ])
})

test('of a list every file counts', () => {
  folders.operator('{ "tools": { "deny": ["a.b"] } }')
  folders.project('{ "tools": { "deny": ["c.d"] } }')
  expect(ofKey('tools.deny').map(({ value, origin }) => [value, origin])).toEqual([
    [['a.b'], `${folders.operatorFile}:1`],
    [['c.d'], `${folders.projectFile}:1`],
  ])
})

test('folders that file tools pass over are shown with their default, which a list of the operator replaces', async () => {
  const sections = await loadSections([fileRoom as Room])
  const shown = () => {
    const loaded = loadConfiguration({ home: folders.home, workspace: folders.workspace, environment: {}, sections })
    if (loaded.status === 'refused') throw new Error(JSON.stringify(loaded.problems))
    return explainConfiguration(loaded.configuration).filter(({ key }) => key === 'fs.skippedFolders')
  }
  expect(shown()).toEqual([
    { key: 'fs.skippedFolders', value: skippedFolders, origin: 'built-in', takesEffect: 'next run' },
  ])
  folders.operator('{ "fs": { "skippedFolders": ["out"] } }')
  expect(shown()).toMatchObject([{ value: ['out'], origin: `${folders.operatorFile}:1` }])
})

test('secret values are counted, not shown', () => {
  const secret = ['hunter', '2x9Q'].join('')
  folders.operator(JSON.stringify({ scrub: { values: [secret] } }))
  expect(ofKey('scrub.values')).toMatchObject([{ value: '1 values' }])
  expect(JSON.stringify(explain())).not.toContain(secret)
})

test("a database's password is not shown", () => {
  const secret = ['hunter', '2x9Q'].join('')
  folders.operator(JSON.stringify({ store: { kind: 'postgres', url: `postgres://user:${secret}@host/base` } }))
  expect(ofKey('store.url')).toMatchObject([{ value: 'postgres://user:REDACTED@host/base' }])
  expect(JSON.stringify(explain())).not.toContain(secret)
})

test('telemetry is off unless the operator enables it', () => {
  expect(ofKey('telemetry.enabled')).toEqual([
    { key: 'telemetry.enabled', value: false, origin: 'built-in', takesEffect: 'next start' },
  ])
  folders.operator('{ "telemetry": { "enabled": true } }')
  expect(ofKey('telemetry.enabled')).toMatchObject([{ value: true, origin: `${folders.operatorFile}:1` }])
  expect(ofKey('telemetry.contents')).toMatchObject([{ value: false, origin: 'built-in' }])
})
