import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Rooms from '@drawbridge/sdk/rooms'
import { describe, expect, test, vi } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

// The one line: the room of the example is added to the list, and nothing else knows of it.
vi.mock('../../../sdk/src/rooms.ts', async (original) => {
  const { builtInRooms } = await original<typeof Rooms>()
  const { room } = await import('../../../../examples/room/room.ts')
  return { builtInRooms: [...builtInRooms, room] }
})

const token = ['roof', 'token', '42'].join('-')
const pin = ['open', 'sesame', '1'].join('-')

function house(config: object = {}): ScratchFolder {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  return folder
}

async function runJson<Result>(folder: ScratchFolder, ...args: readonly string[]): Promise<Result> {
  const { stdout, stderr } = await runHere(folder, [...args, '--json'])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Result
}

const note = (celsius: number) => JSON.stringify({ station: 'roof', celsius })

describe('a room that is added to the list', () => {
  test('is in the help, with commands of its own that tell their options', async () => {
    const folder = house()
    expect((await runHere(folder, ['--help'])).stdout).toMatch(
      /^ {2}weather .*weather stations and what they measured/m,
    )
    const help = (await runHere(folder, ['weather', 'add', '--help'])).stdout
    expect(help).toContain('what to call it')
    expect(help).toContain('drawbridge weather add roof < token.txt')
    expect(help).toContain('--home <folder>')
    expect(await runHere(folder, ['wether'])).toMatchObject({ code: 2, stderr: expect.stringContaining('weather') })
  })

  test('keeps what its commands are given, encrypted, and its tool works on it', async () => {
    const folder = house()
    expect(await runHere(folder, ['weather', 'add', 'roof'], token)).toMatchObject({ code: 0, stdout: 'Added roof.\n' })
    expect(readFileSync(join(folder.home, 'drawbridge.db')).includes(token)).toBe(false)
    const called = await runHere(folder, ['call', 'weather.note', note(-3), '--approve', 'always'])
    expect(called).toEqual({ code: 0, stdout: 'Noted -3 °C at roof.\n', stderr: '' })
    expect(await runJson(folder, 'weather')).toEqual({ stations: [{ name: 'roof', celsius: -3 }] })
    expect((await runHere(folder, ['tools', '--prompt'])).stdout).toMatch(
      /^Weather stations for `weather.note`: roof\.$/m,
    )
  })

  test('says in its section what holds, and what a project may not change', async () => {
    const folder = house({ weather: { coldest: -20, pin } })
    const { values } = await runJson<{ values: { key: string; value: unknown; origin: string }[] }>(
      folder,
      'config',
      'explain',
    )
    expect(values.filter(({ key }) => key.startsWith('weather.'))).toMatchObject([
      { key: 'weather.coldest', value: -20, origin: expect.stringContaining('drawbridge.jsonc:1') },
      { key: 'weather.maxStations', value: 10, origin: 'built-in' },
      { key: 'weather.pin', value: 'not shown', origin: expect.stringContaining('drawbridge.jsonc:1') },
    ])
    await runHere(folder, ['weather', 'add', 'roof'], token)
    const refused = await runHere(folder, ['call', 'weather.note', note(-21), '--approve', 'always'])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('validation_error') })
    expect(await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--json'])).toMatchObject({ code: 0 })
  })

  test.each([
    [{ coldest: -300 }, '"weather.coldest"'],
    [{ maxStations: 11 }, 'A project file can only lower "weather.maxStations", which is 10.'],
    [{ pin }, 'A project file cannot set "weather.pin"'],
    [{ pin: 'x' }, 'at least 6 characters'],
  ])('refuses a project file with %j', async (weather, message) => {
    const folder = house()
    writeFileSync(join(folder.workspace, 'drawbridge.jsonc'), JSON.stringify({ weather }))
    const called = await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })

  test('refuses a misspelt key with the right one', async () => {
    const folder = house({ weather: { coldst: 1 } })
    const { stdout } = await runHere(folder, ['policy', 'check', join(folder.home, 'drawbridge.jsonc')])
    expect(stdout).toContain('coldest')
  })

  test('is known to the policy by names, groups and tags', async () => {
    const rules = ['weather.note', 'group:weather', 'tag:measuring'].map((tools) => ({ tools, then: 'deny' }))
    const folder = house({ permissions: { rules }, tools: { deny: ['group:weather'] } })
    expect(await runHere(folder, ['policy', 'check', join(folder.home, 'drawbridge.jsonc')])).toMatchObject({ code: 0 })
    const { tools } = await runJson<{ tools: { name: string; removal?: { reason: string } }[] }>(
      folder,
      'policy',
      'tools',
    )
    expect(tools.find(({ name }) => name === 'weather.note')?.removal?.reason).toContain('group:weather')
    const misspelt = house({ tools: { deny: ['group:wether'] } })
    const { stdout } = await runHere(misspelt, ['policy', 'check', join(misspelt.home, 'drawbridge.jsonc')])
    expect(stdout).toContain('Did you mean "weather"?')
  })

  test('is shown to models with its schema', async () => {
    const { tools } = await runJson<{ tools: { name: string; inputSchema: object }[] }>(house(), 'tools')
    expect(tools.find(({ name }) => name === 'weather.note')?.inputSchema).toMatchObject({
      required: ['station', 'celsius'],
    })
  })

  test('is recorded and replayed like any other', async () => {
    const folder = house({ store: { kind: 'sqlite' } })
    await runHere(folder, ['weather', 'add', 'roof'], token)
    await runHere(folder, ['call', 'weather.note', note(4), '--approve', 'always', '--session', 's1'])
    expect((await runHere(folder, ['sessions', 'show', 's1'])).stdout).toContain('weather.note')
    const events = (await runHere(folder, ['audit', 'list', '--type', 'weather'])).stdout
    expect(events).toMatch(/ weather\.noted +s1 .*station=roof {2}celsius=4$/m)
    expect(await runHere(folder, ['replay', 's1'])).toMatchObject({ code: 0 })
  })

  test('has its encrypted values in a rotation of keys, and doctor reads them', async () => {
    const folder = house()
    await runHere(folder, ['weather', 'add', 'roof'], token)
    const before = readFileSync(join(folder.home, 'key'), 'utf8')
    expect(await runJson(folder, 'secrets', 'rotate')).toMatchObject({ renewed: 1, isNew: true })
    const after = readFileSync(join(folder.home, 'key'), 'utf8')
    expect(after).not.toContain(before.trimEnd().split('\n').at(-1))
    expect(await weatherCheck(folder)).toEqual({
      name: 'weather',
      status: 'ok',
      message: 'The tokens of 1 stations can be read.',
    })
    writeFileSync(join(folder.home, 'key'), before)
    expect(await weatherCheck(folder)).toMatchObject({ status: 'fail', message: expect.stringContaining('roof') })
  })

  test('is in a backup, and comes back', async () => {
    const folder = house()
    await runHere(folder, ['weather', 'add', 'roof'], token)
    await runHere(folder, ['call', 'weather.note', note(7), '--approve', 'always'])
    const backup = join(folder.root, 'backup')
    expect(await runHere(folder, ['backup', backup, '--include-key'])).toMatchObject({ code: 0 })
    const other = { ...folder, home: join(folder.root, 'other') }
    expect(await runHere(other, ['restore', backup])).toMatchObject({ code: 0 })
    expect(await runJson(other, 'weather')).toEqual({ stations: [{ name: 'roof', celsius: 7 }] })
    expect(await weatherCheck(other)).toMatchObject({ status: 'ok' })
  })
})

async function weatherCheck(folder: ScratchFolder): Promise<unknown> {
  const { stdout } = await runHere(folder, ['doctor', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: readonly { readonly name: string }[] }
  return checks.find(({ name }) => name === 'weather')
}
