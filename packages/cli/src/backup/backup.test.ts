import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { env } from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

interface DoctorCheck {
  readonly name: string
  readonly status: string
  readonly message: string
}

const value = ['velvet', 'anchor'].join('-')

const run = (folder: ScratchFolder, line: string, input = '') => runHere(folder, line.split(' '), input)
const restored = (folder: ScratchFolder): ScratchFolder => ({ ...folder, home: join(folder.root, 'restored') })

async function checkOf(folder: ScratchFolder, name: string): Promise<DoctorCheck | undefined> {
  const { checks } = jsonOf<{ checks: readonly DoctorCheck[] }>(await run(folder, 'doctor --json'))
  return checks.find((check) => check.name === name)
}

/** A home that keeps something of everything. */
async function fullHome(): Promise<ScratchFolder> {
  const folder = scratchFolder({ 'a.txt': 'x', 'SOUL.md': 'kind' })
  await run(folder, 'secrets set A_TOKEN', value)
  await run(folder, 'agents create helper --type open --template .')
  await run(folder, 'programs add node --stdin NODE_TOKEN', value)
  await run(folder, 'call fs.read_file {"path":"a.txt"} --session work')
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "artifacts": { "retentionMs": 60000 } }')
  return folder
}

describe('a backup', () => {
  test('restored elsewhere with its key is as good as the home itself', async () => {
    const folder = await fullHome()
    const to = join(folder.root, 'one')
    const made = await run(folder, `backup ${to} --include-key`)
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backed up to .* tables with \d+ rows, \d files/),
    })
    expect(made.stderr).toContain('every secret')
    expect((await run(folder, `restore ${to} --home ${restored(folder).home}`)).code).toBe(0)
    for (const line of ['agents list --json', 'secrets list --json', 'programs list --json', 'config explain --json']) {
      const [before, after] = [await run(folder, line), await run(restored(folder), line)]
      expect(after.stdout.replaceAll(restored(folder).home, folder.home), line).toBe(before.stdout)
    }
    expect(await checkOf(restored(folder), 'secrets')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('Secrets that can be opened: 1; programs: 1'),
    })
    expect(readdirSync(join(restored(folder).home, 'sessions'))).toContain('work.jsonl')
  })

  test('restored without its key reports the missing key, and doctor the secrets that cannot be opened', async () => {
    const folder = await fullHome()
    const made = await run(folder, `backup ${join(folder.root, 'one')}`)
    expect(made.stderr).toContain('Keep the key elsewhere')
    const { stderr } = await run(folder, `restore ${join(folder.root, 'one')} --home ${restored(folder).home}`)
    expect(stderr).toContain('key is not in the backup')
    expect(await checkOf(restored(folder), 'secrets')).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('"A_TOKEN" cannot be opened'),
    })
  })

  test('of a home without anything can be made and restored', async () => {
    const folder = scratchFolder()
    const result = jsonOf(await run(folder, `backup ${join(folder.root, 'one')} --json`))
    expect(result).toMatchObject({ database: null, files: 0, includesKey: false, leftOut: [] })
    expect(existsSync(join(folder.home, 'drawbridge.db'))).toBe(false)
    expect((await run(folder, `restore ${join(folder.root, 'one')}`)).code).toBe(0)
  })

  test('is refused with the way out if it cannot be created or used', async () => {
    const folder = await fullHome()
    const to = join(folder.root, 'one')
    await run(folder, `backup ${to}`)
    for (const [line, message] of [
      [`backup ${to}`, 'already exists'],
      [`restore ${to}`, '--force'],
      [`restore ${join(folder.root, 'nowhere')}`, 'does not exist'],
    ] as const) {
      expect(await run(folder, line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
    }
    rmSync(join(folder.home, 'key'))
    expect((await run(folder, `backup ${to}-2 --include-key`)).stderr).toContain('no key file')
    const forced = jsonOf(await run(folder, `restore ${to} --force --json`))
    expect(readdirSync(forced.keptHome as string)).toContain('drawbridge.db')
  })

  test('of a home with files alone is not put where rows have no place', async () => {
    const folder = await fullHome()
    await run(folder, `backup ${join(folder.root, 'one')}`)
    writeFileSync(join(folder.root, 'files.jsonc'), '{ "store": { "kind": "files" } }')
    const line = `restore ${join(folder.root, 'one')} --home ${restored(folder).home} --config ${join(folder.root, 'files.jsonc')}`
    expect(await run(folder, line)).toMatchObject({ code: 2, stderr: expect.stringContaining('--config') })
    expect(existsSync(restored(folder).home)).toBe(false)
  })
})

describe('doctor', () => {
  test('makes no database, and describes the one that is there', async () => {
    const folder = scratchFolder()
    expect(await checkOf(folder, 'database')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('None yet'),
    })
    expect(readdirSync(folder.home)).toEqual([])
    await run(folder, 'secrets set A', value)
    expect(await checkOf(folder, 'database')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^SQLite: .*drawbridge\.db; schema \d+; whole/),
    })
    expect(readdirSync(folder.home).sort()).toEqual(['drawbridge.db', 'key'])
  })

  test('says who can use what is meant for its owner, and what a restore has left', async () => {
    const folder = scratchFolder()
    await run(folder, 'secrets set A', value)
    expect(await checkOf(folder, 'permissions')).toMatchObject({ status: 'ok' })
    chmodSync(join(folder.home, 'drawbridge.db'), 0o644)
    expect(await checkOf(folder, 'permissions')).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('drawbridge.db (mode 644)'),
    })
    expect(await checkOf(folder, 'restores')).toMatchObject({ status: 'ok' })
    mkdirSync(`${folder.home}.restoring-0123456789abcdef`)
    expect(await checkOf(folder, 'restores')).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('.restoring-'),
    })
  })

  test('reports the damage, and runs every other check', async () => {
    const folder = scratchFolder()
    await run(folder, 'secrets set A', value)
    writeFileSync(join(folder.home, 'drawbridge.db'), 'no database '.repeat(1_000))
    const { code, stdout } = await run(folder, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +database [\s\S]*?is\s+not\s+an\s+SQLite/m)
    expect(stdout).toMatch(/^warn +secrets +Not checked/m)
    expect(readFileSync(join(folder.home, 'drawbridge.db'), 'utf8')).toContain('no database')
  })

  test('gives up a server that never answers, once for all checks', async () => {
    const folder = scratchFolder()
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      delete env.DRAWBRIDGE_DATABASE_URL
      silent.close()
    })
    env.DRAWBRIDGE_DATABASE_URL = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`
    mkdirSync(folder.home, { mode: 0o700 })
    writeFileSync(
      join(folder.home, 'drawbridge.jsonc'),
      '{ "permissions": { "rules": [{ "tools": "fs.delete", "then": "deny", "reason": "${secret:A}" }] } }',
    )
    const { stdout } = await run(folder, 'doctor')
    expect(stdout).toMatch(/^fail +database [\s\S]*?cannot be reached/m)
    expect(stdout).toMatch(/^ok +ripgrep/m)
    expect(connections).toBe(1)
  }, 30_000)
})
