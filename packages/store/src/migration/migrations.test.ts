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
  },
  { schema: 'none' },
)

const insertNode = statement<[id: string, kind: string]>(
  `insert into session_nodes (session_id, id, kind, parent_id, run_id, tool, status, position, created_at)
  values ('s', $1, $2, null, 'r', 'fs.read_file', 'completed', 7, 8)`,
)
const listNodes = statement<[], { id: string; kind: string; status: string; position: number }>(
  'select id, kind, status, position from session_nodes order by id',
)
