import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import {
  bearer,
  type ClientSample,
  clientSamples,
  token,
} from '../../../mcp-client/src/import/__fixtures__/client-samples.ts'
import { clientNames } from '../../../mcp-client/src/import/client/client-files.ts'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { terminalWith } from '../approval/__fixtures__/terminal-with.ts'

interface Person extends ScratchFolder {
  readonly userHome: string
  readonly pathOf: (sample: ClientSample) => string
  readonly run: (args: readonly string[], surroundings?: object) => ReturnType<typeof runHere>
}

/** A person with these files, on a machine with nothing else. */
function personWith(samples: readonly ClientSample[]): Person {
  const folder = scratchFolder()
  const userHome = join(folder.root, 'person')
  const pathOf = ({ in: place, path }: ClientSample) => join(place === 'home' ? userHome : folder.workspace, path)
  for (const sample of samples) {
    mkdirSync(dirname(pathOf(sample)), { recursive: true })
    writeFileSync(pathOf(sample), sample.text)
  }
  const environment = { PATH: env.PATH, HOME: userHome, DRAWBRIDGE_HOME: folder.home }
  return {
    ...folder,
    userHome,
    pathOf,
    run: (args, surroundings = {}) => runHere(folder, ['mcp', ...args], '', { environment, ...surroundings }),
  }
}

function ownText({ home }: ScratchFolder): string {
  const file = join(home, 'drawbridge.jsonc')
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}'
}
const serversIn = (folder: ScratchFolder) => JSON.parse(ownText(folder)).mcp?.servers ?? {}

function expectedServers({ servers }: ClientSample, { userHome, workspace }: Person) {
  return JSON.parse(JSON.stringify(servers).replaceAll('HOME/', `${userHome}/`).replaceAll('PROJECT', workspace))
}

test('there is a sample of every client', () => {
  expect(clientNames.filter((name) => !clientSamples.some(({ client }) => client === name))).toEqual([])
})

describe.each(clientSamples)('the file $path of $client', (sample) => {
  test('is imported, imported again without a change, and restored byte for byte', async () => {
    const person = personWith([sample])
    const file = person.pathOf(sample)
    chmodSync(file, 0o640)
    const isMoved = sample.in === 'home'
    const first = await person.run(['import'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    for (const part of sample.says ?? []) expect(first.stdout).toContain(part)
    expect(serversIn(person)).toEqual(expectedServers(sample, person))
    const after = readFileSync(file, 'utf8')
    for (const kept of sample.keeps) expect(after).toContain(kept)
    expect(after.includes('drawbridge')).toBe(isMoved)
    expect(new RegExp(`--client['",\\s-]+${sample.client}\\b`).test(after)).toBe(isMoved)
    if (!isMoved) expect(after).toBe(sample.text)
    expect(after.startsWith('\uFEFF')).toBe(sample.text.startsWith('\uFEFF'))
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(sample.text.replaceAll('\r\n', '').includes('\n'))
    expect(statSync(file).mode & 0o777).toBe(0o640)
    for (const secret of [token, bearer])
      for (const shown of [first.stdout, ownText(person)]) expect(shown).not.toContain(secret)

    const own = ownText(person)
    expect(await person.run(['import'])).toMatchObject({ code: 0, stderr: '' })
    expect([readFileSync(file, 'utf8'), ownText(person)]).toEqual([after, own])

    if (own !== '{}') expect(await person.run(['restore'])).toMatchObject({ code: 0, stderr: '' })
    expect(ownText(person)).toBe('{}')
    expect(readFileSync(file).equals(Buffer.from(sample.text))).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })
})

describe('an import', () => {
  const cursorFile = (text: string): ClientSample => ({
    client: 'cursor',
    in: 'home',
    path: '.cursor/mcp.json',
    text,
    servers: {},
    keeps: [],
  })
  const one = cursorFile('{"mcpServers":{"one":{"command":"one"}}}')

  test('names the command that agrees to each server that moved, since no client sees its tools before', async () => {
    const { stdout } = await personWith([one]).run(['import'])
    expect(stdout).toMatch(/agreed:\n {2}drawbridge mcp consent one\n/)
  })

  test('leaves entries by which the record tells the calls of the clients apart', async () => {
    const other: ClientSample = { ...one, client: 'kiro', path: '.kiro/settings/mcp.json' }
    const person = personWith([one, other])
    writeFileSync(join(person.workspace, 'a.txt'), 'hello\n')
    await person.run(['import'])
    for (const sample of [one, other]) {
      const { command, args } = JSON.parse(readFileSync(person.pathOf(sample), 'utf8')).mcpServers.drawbridge
      const client = new Client({ name: 'the same', version: '1.0.0' })
      await client.connect(new StdioClientTransport({ command, args, cwd: person.workspace }))
      await client.callTool({ name: 'fs__read_file', arguments: { path: 'a.txt' } })
      await client.close()
    }
    const callers = recordedEvents(person.home).flatMap((event) => ('principal' in event ? [event.principal] : []))
    expect(new Set(callers.map(({ channel, chat }) => `${channel} ${chat}`))).toEqual(
      new Set(['mcp cursor', 'mcp kiro']),
    )
  })

  test('leaves a file alone that cannot be read, says why, and imports the others', async () => {
    const broken = cursorFile('{"mcpServers":{"a":{"command":"a"},')
    const latin = clientSamples.find(({ client }) => client === 'kiro')
    if (latin === undefined) throw new Error('There is no sample of Kiro.')
    const person = personWith([broken, latin])
    const { stdout } = await person.run(['import'])
    expect(stdout).toMatch(/\.cursor\/mcp\.json was left alone: it is not valid JSON/)
    expect(readFileSync(person.pathOf(broken), 'utf8')).toBe(broken.text)
    expect(Object.keys(serversIn(person))).toEqual(['plain-kiro'])
  })

  test('changes nothing with --dry-run, and shows the changes without secrets', async () => {
    const secret = cursorFile(
      JSON.stringify({ mcpServers: { a: { command: 'a', env: { API_KEY: token, PIN: 'p1n-5ecret-9' } } } }),
    )
    const person = personWith([secret])
    const { stdout, code } = await person.run(['import', '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('+      "a": {')
    expect(stdout).not.toContain(token)
    expect(readFileSync(person.pathOf(secret), 'utf8')).toBe(secret.text)
    expect(ownText(person)).toBe('{}')
    expect(existsSync(join(person.home, 'mcp-backups'))).toBe(false)
  })

  test('keeps a link to a file elsewhere, and changes what it leads to', async () => {
    const person = personWith([one])
    const [link, real] = [person.pathOf(one), join(person.root, 'dotfiles.json')]
    writeFileSync(real, one.text)
    const aside = join(person.root, 'aside')
    mkdirSync(aside)
    const linked = personWith([])
    mkdirSync(dirname(linked.pathOf(one)), { recursive: true })
    symlinkSync(real, linked.pathOf(one))
    expect(await linked.run(['import'])).toMatchObject({ code: 0 })
    expect(lstatSync(linked.pathOf(one)).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain('drawbridge')
    expect(readFileSync(link, 'utf8')).toBe(one.text)
  })

  test('takes one server that two clients have once, and two that share a name apart', async () => {
    const other: ClientSample = { ...one, client: 'kiro', path: '.kiro/settings/mcp.json' }
    const different: ClientSample = {
      ...one,
      client: 'lm-studio',
      path: '.lmstudio/mcp.json',
      text: '{"mcpServers":{"one":{"command":"two"}}}',
    }
    const person = personWith([one, other, different])
    const { stdout } = await person.run(['import'])
    expect(serversIn(person)).toEqual({ one: { command: 'one' }, 'one-2': { command: 'two' } })
    expect(stdout).toContain('is the same server as "one"')
    expect(stdout).toContain('named "one-2", because "one" is another server')
  })

  test('of one client leaves the others alone, and an unknown client is named with those that there are', async () => {
    const other: ClientSample = { ...one, client: 'kiro', path: '.kiro/settings/mcp.json' }
    const person = personWith([one, other])
    await person.run(['import', 'kiro'])
    expect(readFileSync(person.pathOf(one), 'utf8')).toBe(one.text)
    expect(readFileSync(person.pathOf(other), 'utf8')).toContain('drawbridge')
    const unknown = await person.run(['import', 'kirro'])
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('claude-desktop') })
  })

  test('shows a project\u2019s server with its command line, and uses it if the person says so', async () => {
    const project = clientSamples.find(({ path }) => path === '.mcp.json')
    if (project === undefined) throw new Error('There is no sample of a project.')
    const person = personWith([project])
    const terminal = terminalWith(['y'])
    expect(await person.run(['import'], { openTerminal: () => terminal })).toMatchObject({ code: 0 })
    expect(terminal.shown()).toContain('./run.sh')
    expect(serversIn(person)).toEqual({ repo: { command: './run.sh', args: ['--stdio'], cwd: person.workspace } })
    expect(readFileSync(person.pathOf(project), 'utf8')).toContain('--workspace')
  })

  test('skips our own entry under any name, wherever it was installed', async () => {
    const own = cursorFile(
      '{"mcpServers":{"tools":{"command":"/usr/bin/node","args":["/opt/x/bin/drawbridge.js","mcp","--home","/h"]}}}',
    )
    const person = personWith([own])
    const { stdout } = await person.run(['import'])
    expect(stdout).toContain('tools  is Drawbridge itself')
    expect(readFileSync(person.pathOf(own), 'utf8')).toBe(own.text)
  })

  test('adds to a configuration that is there, with its comments', async () => {
    const person = personWith([one])
    mkdirSync(person.home, { mode: 0o700 })
    const before = '// mine\n{\n  "tools": { "profile": "coding" }, // all of them\n}\n'
    writeFileSync(join(person.home, 'drawbridge.jsonc'), before)
    expect(await person.run(['import'])).toMatchObject({ code: 0, stderr: '' })
    expect(ownText(person)).toContain('// mine\n{\n  "tools": { "profile": "coding" }, // all of them\n  "mcp": {')
    expect(await person.run(['restore'])).toMatchObject({ code: 0 })
    expect(ownText(person)).toBe(before)
  })

  test('is not undone over later changes, unless the person says so', async () => {
    const person = personWith([one])
    await person.run(['import'])
    const file = person.pathOf(one)
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
    const undone = await person.run(['restore', '--json'])
    expect(undone.code).toBe(1)
    expect(jsonOf(undone)).toMatchObject({ files: [{ result: 'removed' }, { path: file, result: 'changed since' }] })
    expect(await person.run(['restore', '--force'])).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(one.text)
  })

  test('keeps its copies for the person alone, in the home', async () => {
    const person = personWith([one])
    const { backup } = jsonOf<{ backup: { folder: string } }>(await person.run(['import', '--json']))
    expect(backup.folder.startsWith(person.home)).toBe(true)
    expect(statSync(backup.folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(backup.folder, '1')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(backup.folder, '1'), 'utf8')).toBe(one.text)
  })

  test('that a tool started changes nothing', async () => {
    const person = personWith([one])
    const environment = { HOME: person.userHome, DRAWBRIDGE_HOME: person.home, DRAWBRIDGE_PROCESS: 'made-up' }
    expect(await person.run(['import'], { environment })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Only a person can'),
    })
    expect(readFileSync(person.pathOf(one), 'utf8')).toBe(one.text)
  })
})
