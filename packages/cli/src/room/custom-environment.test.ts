import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { expect, test } from 'vitest'
import { describeWithPrograms } from '../../../../scripts/test-support/describe-with.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const value = ['v3ry', 'hidden', 'value', '81'].join('_')
const forms = [
  value,
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('hex'),
  encodeURIComponent(value),
]
const program = (name: string, code: string) => ({
  name,
  description: 'Looks.',
  command: process.execPath,
  args: ['-e', code],
  env: { KEY_OF_TOOL: value },
})
const open = ({ workspace, home }: ScratchFolder) =>
  createDrawbridge({ workspace, home, authority: { approvers: [approveEverything] } })
const custom = (folder: ScratchFolder, args: readonly string[], input?: unknown) =>
  runHere(folder, ['custom', ...args], input === undefined ? '' : JSON.stringify(input))
const told = `process.stdout.write(require('node:crypto').createHash('sha256').update(process.env.KEY_OF_TOOL).digest('hex'))`
const digest = createHash('sha256').update(value).digest('hex')

function expectHidden(...shown: readonly unknown[]): void {
  const text = shown.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')
  expect(forms.filter((form) => text.includes(form))).toEqual([])
}

describeDatabases('the encrypted environment of a tool', ({ options }) => {
  const place = async (config: object = {}) => {
    const folder = scratchFolder()
    const database = options()
    const store = database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } }
    mkdirSync(folder.home, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ ...store, ...config }))
    return folder
  }

  test('is in no list, export, explanation, dry run or refusal', { timeout: 60_000 }, async () => {
    const folder = await place()
    const spy = program('spy', told)
    const shown = [
      await custom(folder, ['add'], spy),
      await custom(folder, ['list']),
      await custom(folder, ['list', '--json']),
      await custom(folder, ['export']),
      await custom(folder, ['test', 'spy']),
      // Refused ones: a name that is taken, values of other types, an unknown field beside it.
      await custom(folder, ['add'], spy),
      await custom(folder, ['edit', 'spy'], { env: { KEY_OF_TOOL: 5, OTHER: value } }),
      await custom(folder, ['edit', 'spy'], { env: { [value]: value, 'not a name': value } }),
      await custom(folder, ['add'], { ...spy, name: 'x', enviroment: value, env: value }),
      await runHere(folder, ['explain', 'custom.spy', '{}']),
      await runHere(folder, ['config', 'explain']),
      await runHere(folder, ['doctor']),
    ]
    // The one who wrote a value in the place of a name is told the name.
    expectHidden(...shown.filter((_, index) => index !== 7 && index !== 8))
  })

  test('is in no event, question, error or artifact, and in no file of the home', { timeout: 60_000 }, async () => {
    const folder = await place()
    await custom(folder, ['add'], program('ok', told))
    await custom(
      folder,
      ['add'],
      program('loud', `console.error(process.env.KEY_OF_TOOL); console.log(process.env.KEY_OF_TOOL); process.exit(3)`),
    )
    await custom(
      folder,
      ['add'],
      program('large', `for (let i = 0; i < 20000; i += 1) console.log(i, process.env.KEY_OF_TOOL)`),
    )
    await custom(folder, ['add'], {
      ...program(
        'json',
        `console.log(JSON.stringify({content: process.env.KEY_OF_TOOL, data: {[process.env.KEY_OF_TOOL]: 1}}))`,
      ),
    })
    await custom(folder, ['add'], {
      name: 'sends',
      description: 'd',
      request: { method: 'GET', url: 'http://127.0.0.1:9/{{.a}}', headers: { 'X-Key': '{{env.KEY_OF_TOOL}}' } },
      parameters: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      env: { KEY_OF_TOOL: `${value}\n` },
    })
    await using drawbridge = await open(folder)
    const events: unknown[] = []
    const session = drawbridge.openSession()
    session.events.subscribe((event) => void events.push(event))
    const call = (name: string, given: object = {}) => session.call({ name: `custom.${name}`, arguments: { ...given } })
    const outcomes = [
      await call('ok'),
      await call('loud'),
      await call('large'),
      await call('json'),
      await call('sends', { a: 'x' }),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok', 'ok', 'failed'])
    expect(outcomes[0]?.text).toContain(digest)
    expectHidden(outcomes, events, ...readTree(folder.home))
  })

  test('is the same after the key was rotated, and gone with its tool', { timeout: 60_000 }, async () => {
    const folder = await place()
    await custom(folder, ['add'], program('spy', told))
    const before = readFileSync(join(folder.home, 'key'), 'utf8')
    expect((await runHere(folder, ['secrets', 'rotate'])).code).toBe(0)
    expect(readFileSync(join(folder.home, 'key'), 'utf8')).not.toBe(before)
    await using drawbridge = await open(folder)
    expect((await drawbridge.openSession().call({ name: 'custom.spy', arguments: {} })).text).toContain(digest)
    await custom(folder, ['remove', 'spy'])
    await custom(folder, ['add'], { ...program('spy', `console.log('left: ' + process.env.KEY_OF_TOOL)`), env: {} })
    await using next = await open(folder)
    expect((await next.openSession().call({ name: 'custom.spy', arguments: {} })).text).toContain('left: undefined')
  })
})

test('its value is in no command line, and another user cannot read it', { timeout: 60_000 }, async () => {
  const folder = scratchFolder()
  const code = `
    const { readdirSync, readFileSync } = require('node:fs')
    const { spawnSync } = require('node:child_process')
    const lines = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((pid) => {
      try { return readFileSync('/proc/' + pid + '/cmdline', 'latin1') } catch { return '' }
    })
    const seen = lines.some((line) => line.includes(process.env.KEY_OF_TOOL))
    const other = process.getuid() === 0 ? spawnSync('cat', ['/proc/' + process.pid + '/environ'], { uid: 65534, gid: 65534, env: {} }) : undefined
    console.log(JSON.stringify({ looked: lines.length > 0, seen, other: other === undefined ? 'no root' : other.stdout.toString('base64') }))`
  await custom(folder, ['add'], program('spy', code))
  await using drawbridge = await open(folder)
  const { result } = await drawbridge.openSession().call({ name: 'custom.spy', arguments: {} })
  expect(result.data).toEqual({ looked: true, seen: false, other: expect.stringMatching(/^$|^no root$/) })
})

test('its value is in no list of tools, record, session, artifact, setting or backup', {
  timeout: 120_000,
}, async () => {
  const folder = scratchFolder()
  await custom(
    folder,
    ['add'],
    program('loud', 'for (let i = 0; i < 20000; i += 1) console.log(i, process.env.KEY_OF_TOOL)'),
  )
  await using drawbridge = await open(folder)
  const session = drawbridge.openSession()
  expect((await session.call({ name: 'custom.loud', arguments: {} })).status).toBe('ok')
  const backup = join(folder.workspace, 'backup')
  const shown = new Map<string, string>()
  for (const line of [
    ...['tools --json', 'audit list --json', 'audit export', 'sessions list --json', `sessions export ${session.id}`],
    ...['artifacts list --json', 'secrets list --json', 'config list', 'policy tools --json', `backup ${backup}`],
  ]) {
    const { stdout, stderr } = await runHere(folder, line.split(' '))
    shown.set(line, stdout + stderr)
  }
  const kept = readTree(backup)
  expectHidden(...shown.values(), ...kept)
  // The tool is in them, so nothing is hidden by an error.
  expect(shown.get('tools --json')).toContain('custom.loud')
  expect(shown.get('audit list --json')).toContain('custom.loud')
  expect(kept.join('')).toContain('custom.loud')
})

describeWithPrograms('bubblewrap', ['bwrap'], 'the sandbox of another tool', () => {
  test('does not see the environment of a tool that runs at the same time', { timeout: 60_000 }, async () => {
    const folder = scratchFolder()
    const wait = `const { existsSync, writeFileSync } = require('node:fs'); writeFileSync('begun', ''); const id = setInterval(() => { if (existsSync('done')) { clearInterval(id); console.log('ended') } }, 20)`
    await custom(folder, ['add'], program('holds', wait))
    await using drawbridge = await createDrawbridge({
      workspace: folder.workspace,
      home: folder.home,
      sandbox: { section: { mode: 'all' } },
      authority: { approvers: [approveEverything] },
    })
    const session = drawbridge.openSession()
    const holding = session.call({ name: 'custom.holds', arguments: {} })
    // Base64, so that no scrubber hides what was seen.
    const look =
      'until test -e begun; do :; done; { env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; } 2>/dev/null | base64 -w0; touch done'
    const { text } = await drawbridge.openSession().call({ name: 'runtime.exec', arguments: { command: look } })
    const seen = Buffer.from(/[A-Za-z0-9+/=]{40,}/.exec(text)?.[0] ?? '', 'base64').toString('latin1')
    expect(seen).toContain('PATH=')
    expect(seen).not.toContain(value)
    expect((await holding).text).toContain('ended')
  })
})

/** The texts of all files of a folder. */
function readTree(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
