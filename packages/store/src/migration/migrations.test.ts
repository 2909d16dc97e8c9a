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

describeDatabases('migrations', ({ open }) => {
  test.each(applied.map(({ version }) => version))('lead from version %i to the newest', async (version) => {
    const older = await open({ schemaVersion: version })
    expect(await older.all(listApplied)).toEqual(applied.slice(0, version))
    const newest = await open()
    expect(await newest.all(listApplied)).toEqual(applied)
  })
})
