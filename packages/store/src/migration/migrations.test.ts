import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { statement } from '../database/statement.ts'
import { migrations } from './migrations.ts'

const listApplied = statement<[], { version: number; name: string }>(
  'select version, name from schema_migrations order by version',
)
const applied = migrations.map(({ name }, place) => ({ version: place + 1, name }))

test('every migration of the folder stands in the list, at the place that its number says', async () => {
  const files = (await readdir(new URL('migrations', import.meta.url))).filter((name) => !name.endsWith('.test.ts'))
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted())
  expect(migrations.map(({ name }) => Number(name.slice(0, 4)))).toEqual(applied.map(({ version }) => version))
})

describeDatabases(
  'migrations',
  ({ open }) => {
    test.each(applied.map(({ version }) => version))('lead from version %i to the newest', async (version) => {
      const older = await open({ schemaVersion: version })
      expect(await older.all(listApplied)).toEqual(applied.slice(0, version))
      const newest = await open()
      expect(await newest.all(listApplied)).toEqual(applied)
    })

    test('keep the nodes of a home from before, and take nodes of any kind from then on', async () => {
      const older = await open({ schemaVersion: 5 })
      for (const kind of ['run', 'turn', 'result']) await older.run(insertNode, `${kind}/1`, kind)
      await expect(older.run(insertNode, 'weather/1', 'weather')).rejects.toThrow()
      const newest = await open()
      await newest.run(insertNode, 'weather/1', 'weather')
      expect(await newest.all(listNodes)).toEqual([
        { id: 'result/1', kind: 'result', status: 'completed', position: 7 },
        { id: 'run/1', kind: 'run', status: 'completed', position: 7 },
        { id: 'turn/1', kind: 'turn', status: 'completed', position: 7 },
        { id: 'weather/1', kind: 'weather', status: 'completed', position: 7 },
      ])
      await expect(newest.run(insertNode, 'weather/1', 'weather')).rejects.toThrow()
    })

    test('know of sessions from before what each of them is for', async () => {
      const older = await open({ schemaVersion: 15 })
      const begun: Readonly<Record<string, object | undefined>> = {
        a: { role: 'main', parents: [] },
        b: { role: 'main', via: 'channel', peerKind: 'group', parents: [] },
        c: { role: 'sub', label: 'says "via":"team" in it', via: 'spawn', parents: [] },
        d: { role: 'main', via: 'delegation', parents: [] },
        e: undefined,
      }
      for (const [id, principal] of Object.entries(begun)) {
        await older.run(insertSession, id)
        if (principal === undefined) continue
        const position = id.charCodeAt(0)
        await older.run(insertEvent, position, id, JSON.stringify({ type: 'run.started', principal }))
      }
      const newest = await open()
      expect(await newest.all(listKinds)).toEqual([
        { id: 'a', kind: 'direct' },
        { id: 'b', kind: 'group' },
        { id: 'c', kind: 'child' },
        { id: 'd', kind: 'delegation' },
        { id: 'e', kind: null },
      ])
    })
  },
  { schema: 'none' },
)

const insertSession = statement<[id: string]>(
  'insert into sessions (id, created_at, updated_at, events, calls) values ($1, 1, 1, 1, 0)',
)
const insertEvent = statement<[position: number, session: string, content: string]>(
  `insert into events (position, session_id, run_id, sequence, type, time, content)
  values ($1, $2, 'r', 1, 'run.started', 1, $3)`,
)
const listKinds = statement<[], { id: string; kind: string | null }>('select id, kind from sessions order by id')
const insertNode = statement<[id: string, kind: string]>(
  `insert into session_nodes (session_id, id, kind, parent_id, run_id, tool, status, position, created_at)
  values ('s', $1, $2, null, 'r', 'fs.read_file', 'completed', 7, 8)`,
)
const listNodes = statement<[], { id: string; kind: string; status: string; position: number }>(
  'select id, kind, status, position from session_nodes order by id',
)
