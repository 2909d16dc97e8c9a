import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DrawbridgeEvent } from '@drawbridge/core'
import { describe, expect, test } from 'vitest'
import { recordedLines } from '../../../../scripts/test-support/recorded-events.ts'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const eventsOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as DrawbridgeEvent)

/** A folder with two sessions that single calls have left in files. */
async function withCalls(): Promise<ScratchFolder> {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--session', 'one'])
  await runHere(folder, [
    'call',
    'fs.write_file',
    '{"path":"b.txt","content":"x"}',
    '--session',
    'two',
    '--approve',
    'never',
  ])
  return folder
}

describe('sessions', () => {
  test('of single calls are imported by the next reader, and no call opens a database', async () => {
    const folder = await withCalls()
    expect(existsSync(join(folder.home, 'drawbridge.db'))).toBe(false)
    const { sessions } = jsonOf<{ sessions: unknown[] }>(await runHere(folder, ['sessions', '--json']))
    expect(sessions).toEqual([
      expect.objectContaining({ id: 'two', calls: 1, events: expect.any(Number) }),
      expect.objectContaining({ id: 'one', calls: 1 }),
    ])
    await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--session', 'one'])
    const { stdout } = await runHere(folder, ['sessions', 'list', '--limit', '1'])
    expect(stdout).toMatch(/^\S+Z {2}one {2} +2 calls/)
    expect(stdout.split('\n')).toHaveLength(2)
  })

  test('are shown call by call, and as a tree', async () => {
    const folder = await withCalls()
    const shown = await runHere(folder, ['sessions', 'show', 'two'])
    expect(shown.stdout).toMatch(
      /^two {2}.*1 call, \d+ events\n\S+Z {2}denied {7}fs.write_file {2}\{"path".*\} {2}\S+\n {4}approval_unavailable: .+\n$/,
    )
    const tree = await runHere(folder, ['sessions', 'show', 'one', '--tree'])
    expect(tree.stdout).toMatch(
      /^one .*\nrun \S+ of session one\n {2}call\n {4}\S+Z {2}completed {4}fs.read_file {2}\{"path".*\} {2}\S+\n$/,
    )
    const json = jsonOf<{ nodes: { kind: string }[] }>(await runHere(folder, ['sessions', 'show', 'one', '--json']))
    expect(json).toMatchObject({ session: { id: 'one' }, interrupted: [] })
    expect(json.nodes.map(({ kind }) => kind)).toEqual(['run', 'turn', 'result'])
    expect(await runHere(folder, ['sessions', 'show', 'three'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No session "three"'),
    })
  })

  test('show the calls that the death of a process interrupted', async () => {
    const folder = await withCalls()
    const file = join(folder.home, 'sessions', 'one.jsonl')
    const left = eventsOf(readFileSync(file, 'utf8')).filter(({ type }) => type !== 'tool.completed')
    writeFileSync(file, left.map((event) => `${JSON.stringify(event)}\n`).join(''))
    const { stdout } = await runHere(folder, ['sessions', 'show', 'one'])
    expect(stdout).toContain('interrupted  fs.read_file')
    expect(stdout).toContain('Interrupted: fs.read_file {"path":"a.txt"')
  })

  test('are exported as they were recorded, byte for byte', async () => {
    const folder = await withCalls()
    const [one, two] = ['one', 'two'].map((id) => readFileSync(join(folder.home, 'sessions', `${id}.jsonl`), 'utf8'))
    expect((await runHere(folder, ['sessions', 'export', 'two'])).stdout).toBe(two)
    expect((await runHere(folder, ['sessions', 'export', '--all'])).stdout).toBe(`${one}${two}`)
    expect((await runHere(folder, ['audit', 'export'])).stdout).toBe(`${one}${two}`)
    expect((await runHere(folder, ['sessions', 'export'])).code).toBe(2)
  })

  test('are kept for as long as their retention says', async () => {
    const folder = await withCalls()
    expect((await runHere(folder, ['sessions', 'prune'])).stderr).toContain('store.retentionDays')
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "store": { "retentionDays": 30 } }')
    const kept = jsonOf(await runHere(folder, ['sessions', 'prune', '--json']))
    expect(kept).toEqual({ days: 30, entries: 0, sessions: 0, files: 0 })
  })

  test('where the operator wants files alone need no database, and say so', async () => {
    const folder = await withCalls()
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "store": { "kind": "files" } }')
    await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--session', 'one'])
    expect(await runHere(folder, ['sessions'])).toMatchObject({ code: 2, stderr: expect.stringContaining('"files"') })
    expect(existsSync(join(folder.home, 'drawbridge.db'))).toBe(false)
  })

  test('go into the database at once where the operator says so', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    mkdirSync(folder.home, { mode: 0o700 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{ "store": { "kind": "sqlite" } }')
    await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--session', 'one'])
    expect(existsSync(join(folder.home, 'sessions'))).toBe(false)
    expect(recordedLines(folder.home).length).toBeGreaterThan(2)
  })
})

describe('the audit log', () => {
  test('lists what happened, by session, time and type', async () => {
    const folder = await withCalls()
    const types = async (...flags: string[]) => {
      const { stdout } = await runHere(folder, ['audit', '--json', ...flags])
      const lines = stdout.split('\n').slice(0, -1)
      return lines.map((line) => (JSON.parse(line) as { event: DrawbridgeEvent }).event.type)
    }
    expect(await types('--session', 'one')).toEqual([
      'run.started',
      'tool.called',
      'tool.started',
      'tool.completed',
      'run.ended',
    ])
    expect(await types('--type', 'tool.denied')).toEqual(['tool.denied'])
    expect(await types('--type', 'run')).toEqual(['run.started', 'run.ended', 'run.started', 'run.ended'])
    expect(await types('--since', '2999-01-01')).toEqual([])
    expect((await runHere(folder, ['audit', '--since', 'soon'])).code).toBe(2)
    expect((await runHere(folder, ['audit', 'list', '--type', 'tool.denied'])).stdout).toMatch(
      /^ +\d+ {2}\S+Z {2}tool.denied {11}two {2}fs.write_file {2}\S+\n$/,
    )
  })

  test('shows an event of a type that it does not know, keeps it, and replays around it', async () => {
    const folder = await withCalls()
    const file = join(folder.home, 'sessions', 'one.jsonl')
    const [first] = eventsOf(readFileSync(file, 'utf8'))
    const line = JSON.stringify({ ...first, type: 'moon.rose', sequence: 90, result: { where: 'east' } })
    writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`)
    const { stdout, stderr } = await runHere(folder, ['audit', 'list', '--type', 'moon'])
    expect(stdout).toMatch(/moon\.rose .*result=\{"where":"east"\}/)
    expect(stderr).toBe('')
    expect((await runHere(folder, ['sessions', 'export', 'one'])).stdout).toContain(line)
    expect(jsonOf(await runHere(folder, ['replay', 'one', '--json']))).toMatchObject({
      status: 'equal',
      taken: { 'this version does not know its event type': 1 },
    })
  })

  test('is verified also where its end cannot be kept, and the anchor that there is stays', async () => {
    const folder = await withCalls()
    await runHere(folder, ['audit', 'verify'])
    const anchor = readFileSync(join(folder.home, 'audit-anchor.json'), 'utf8')
    const nowhere = await runHere(folder, ['audit', 'verify', '--anchor', join(folder.home, 'none', 'a.json')])
    expect(nowhere).toMatchObject({ code: 2, stdout: expect.stringContaining('sound') })
    expect(nowhere.stderr).toMatch(/could not be saved in .*none\/a\.json: ENOENT.*--anchor/)
    expect(readFileSync(join(folder.home, 'audit-anchor.json'), 'utf8')).toBe(anchor)
  })

  test('is verified; a changed row and a cut end are found', async () => {
    const folder = await withCalls()
    const verify = () => runHere(folder, ['audit', 'verify', '--json'])
    const sound = await verify()
    expect(sound.code).toBe(0)
    const { entries } = jsonOf<{ entries: number }>(sound)
    const tamper = (...statements: readonly string[]) => {
      const database = new DatabaseSync(join(folder.home, 'drawbridge.db'))
      for (const statement of statements) database.exec(statement)
      database.close()
    }
    tamper(
      'drop trigger events_no_delete',
      'drop trigger audit_log_no_delete',
      `delete from events where position = ${entries}`,
      `delete from audit_log where position = ${entries}`,
      `update audit_head set position = ${entries - 1}, hash = (select hash from audit_log where position = ${entries - 1})`,
    )
    const cut = await verify()
    expect([cut.code, jsonOf(cut)]).toMatchObject([1, { status: 'broken', position: entries }])
    tamper(
      'drop trigger events_no_update',
      "update events set content = replace(content, 'a.txt', 'c.txt') where position = 3",
    )
    const changed = await runHere(folder, ['audit', 'verify'])
    expect(changed.code).toBe(1)
    expect(changed.stdout).toMatch(/^broken {2}at entry 3: /)
  })
})
