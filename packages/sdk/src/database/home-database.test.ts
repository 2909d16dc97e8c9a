import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHomeDatabase } from './home-database.ts'

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

test('a database that somebody else made is found by a process that had looked in vain', async () => {
  const home = await newHome()
  await using looking = createHomeDatabase({ home, environment: {} })
  expect(await looking.find()).toBeUndefined()
  await using other = createHomeDatabase({ home, environment: {} })
  await other.obtain()
  await new Promise(setImmediate)
  expect(await looking.find()).toBeDefined()
})

test('a database that the process itself made is found at once', async () => {
  await using database = createHomeDatabase({ home: await newHome(), environment: {} })
  expect(await database.find()).toBeUndefined()
  const made = await database.obtain()
  expect(await database.find()).toBe(made)
})
