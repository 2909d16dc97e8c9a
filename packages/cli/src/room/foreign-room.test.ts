import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reservedNames } from '@drawbridge/sdk/rooms'
import { describe, expect, test } from 'vitest'
import { jsonOf, runCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { ownCapabilities } from '../capabilities.ts'

const example = join(import.meta.dirname, '../../../../examples/room')
const packageName = '@acme/drawbridge-weather'
const rooms = [packageName]

function house(config: object): ScratchFolder {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  return folder
}

/** The package as npm installs one that is linked. */
function install(folder: string): void {
  const link = join(folder, 'node_modules', packageName)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(example, link)
}

/** A module that exports a value as a room. */
function moduleWith(folder: ScratchFolder, room: object): string {
  const path = join(folder.root, 'room.mjs')
  writeFileSync(path, `export const room = ${JSON.stringify(room)}\n`)
  return path
}

describe('a room from a package of others', () => {
  test('is a capability like those of Drawbridge, once the operator names it', async () => {
    const folder = house({ rooms, weather: { coldest: -20 } })
    install(folder.home)
    expect((await runHere(folder, ['--help'])).stdout).toMatch(/^ {2}weather /m)
    expect(await runHere(folder, ['weather', 'add', 'roof'], 'roof-token')).toMatchObject({
      code: 0,
      stderr: '',
    })
    const note = '{"station":"roof","celsius":5}'
    expect(await runHere(folder, ['call', 'weather.note', note, '--approve', 'always'])).toMatchObject({ code: 0 })
    expect((await runHere(folder, ['weather'])).stdout).toBe('roof  5\n')
    const { checks } = jsonOf(await runHere(folder, ['doctor', '--json'])) as {
      checks: { name: string; status: string }[]
    }
    for (const name of ['configuration', 'weather']) {
      expect(checks.find((check) => check.name === name)).toMatchObject({ status: 'ok' })
    }
    expect((await runHere(folder, ['config', 'explain'])).stdout).toMatch(/^weather\.maxStations +10 {2}\(built-in\)$/m)
    expect(jsonOf(await runHere(folder, ['secrets', 'rotate', '--json']))).toMatchObject({ renewed: 1 })
  })

  test('comes back with a backup, though the home that it was installed in is put aside', async () => {
    const folder = house({ rooms })
    install(folder.home)
    await runHere(folder, ['weather', 'add', 'roof'], 'roof-token')
    const backup = join(folder.root, 'backup')
    expect(await runHere(folder, ['backup', backup, '--include-key'])).toMatchObject({ code: 0, stderr: '' })
    const restored = await runHere(folder, ['restore', backup, '--force'])
    expect(restored).toMatchObject({ code: 0 })
    install(folder.home)
    expect((await runHere(folder, ['weather'])).stdout).toBe('roof  nothing yet\n')
    const elsewhere = { ...folder, home: join(folder.root, 'elsewhere') }
    expect(await runHere(elsewhere, ['restore', backup])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`The package "${packageName}" is not installed`),
    })
  })

  test('loads nothing but its own door for a call that does not need it', async () => {
    const folder = house({ rooms })
    install(folder.home)
    const nodeOptions = ['--import', join(import.meta.dirname, '../__fixtures__/list-modules.ts')]
    const { code, stderr } = await runCli(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'], { nodeOptions })
    expect(code).toBe(0)
    const modules = stderr.trimEnd().split('\n')
    const own = modules
      .filter((url) => url.includes('/examples/room/'))
      .map((url) => url.slice(url.lastIndexOf('/') + 1))
    expect(own.sort()).toEqual(['events.ts', 'room.ts', 'sealed-token.ts', 'section.ts'])
    expect(
      modules.filter((url) =>
        /net\/src\/client\/|\/packages\/mcp\/(?!src\/room\.ts|src\/issuer\/issuer-section\.ts)|store\/src\/database\//.test(
          url,
        ),
      ),
    ).toEqual([])
  })

  test('is never loaded for a project: it is code', async () => {
    const folder = house({})
    install(folder.home)
    install(folder.workspace)
    writeFileSync(join(folder.workspace, 'drawbridge.jsonc'), JSON.stringify({ rooms }))
    expect(await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A project file cannot set "rooms"'),
    })
  })

  test('is not looked for in a workspace', async () => {
    const folder = house({ rooms })
    install(folder.workspace)
    expect(await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /drawbridge\.jsonc:1:11: The package "@acme\/drawbridge-weather" is not installed\. Install it with: npm install --prefix .*home/,
      ),
    })
    expect((await runHere(folder, ['--help'])).stderr).toContain('is not installed')
    expect(await runHere(folder, ['tools', '--help'])).toMatchObject({ code: 0, stderr: '' })
    const { stdout } = await runHere(folder, ['doctor', '--json'])
    expect(stdout).toContain('is not installed')
  })

  test.each([
    ['is not a room', { name: 'lamp' }],
    ['Update Drawbridge.', { roomVersion: 2, name: 'lamp' }],
    ['has the name "Lamp"', { roomVersion: 1, name: 'Lamp' }],
    ['has the name "store", which Drawbridge uses itself', { roomVersion: 1, name: 'store' }],
    ['begin with "lamp."', { roomVersion: 1, name: 'lamp', tools: [{ name: 'fs.read_file' }] }],
    ['Its commands must begin with "lamp"', { roomVersion: 1, name: 'lamp', commands: [{ path: ['call'] }] }],
    ['begin with "lamp."', { roomVersion: 1, name: 'lamp', events: { 'run.started': {} } }],
    ['begin with "lamp_"', { roomVersion: 1, name: 'lamp', sealed: [{ table: 'config_secrets' }] }],
    ['"0002-second"', { roomVersion: 1, name: 'lamp', migrations: [{ name: '0002-second' }] }],
  ])('%s: it is refused with its place in the file', async (message, room) => {
    const folder = house({})
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ rooms: [moduleWith(folder, room)] }))
    const called = await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    expect(called.stderr).toContain('drawbridge.jsonc:1:11')
  })

  test('is not run to check a file that only names it', async () => {
    const folder = house({})
    const mark = join(folder.root, 'mark.mjs')
    writeFileSync(mark, 'throw new Error("it was run")\n')
    const file = join(folder.root, 'other.jsonc')
    writeFileSync(file, JSON.stringify({ rooms: [mark], mark: { any: 'thing' } }))
    expect(await runHere(folder, ['policy', 'check', file])).toMatchObject({ code: 0 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ rooms: [mark] }))
    const called = await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])
    expect(called).toMatchObject({ code: 2, stderr: expect.stringContaining('it was run') })
  })
})

test('no room of others can take the name of a command', () => {
  const commands = ownCapabilities.flatMap((capability) => capability.commands ?? [])
  for (const { path } of commands) expect(reservedNames).toContain(path[0])
})
