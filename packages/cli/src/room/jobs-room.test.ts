import { createDrawbridge } from '@drawbridge/sdk'
import { expect, test, vi } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

test('a job of a house is done there, and an operator sees, retries and removes the one that failed', async () => {
  const folder = scratchFolder()
  await using drawbridge = await createDrawbridge({ workspace: folder.workspace, home: folder.home, useConfig: false })
  const queue = await drawbridge.house.service('jobQueue')
  if (queue === undefined) throw new Error('The house has no job queue.')
  let fails = true
  const seen: unknown[] = []
  await using _worker = await queue.work('test.note', async ({ payload }) => {
    if (fails) throw new Error('the disk is full')
    seen.push(payload)
  })
  const { id } = await queue.enqueue('test.note', { text: 'hello' }, { attempts: 1 })
  const list = async () =>
    JSON.parse((await runHere(folder, ['jobs', 'list', '--state', 'dead', '--json'])).stdout).jobs
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ id, lastError: 'the disk is full' }]), 20_000)

  const shown = await runHere(folder, ['jobs', 'show', id])
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('the disk is full') })
  expect(shown.stdout).toContain('{"text":"hello"}')
  const found = JSON.parse((await runHere(folder, ['doctor', '--json'])).stdout).checks.find(
    (check: { readonly name: string }) => check.name === 'jobs',
  )
  expect(found).toMatchObject({ status: 'warn', message: expect.stringContaining('test.note') })

  fails = false
  expect(await runHere(folder, ['jobs', 'retry', id])).toMatchObject({ code: 0 })
  await vi.waitFor(() => expect(seen).toEqual([{ text: 'hello' }]), 20_000)
  expect(await runHere(folder, ['jobs', 'remove', id])).toMatchObject({ code: 0 })
  expect(await runHere(folder, ['jobs', 'show', id])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('drawbridge jobs list'),
  })
}, 60_000)

test('a limit that is not a number is named', async () => {
  const refused = await runHere(scratchFolder(), ['jobs', 'list', '--limit', 'many'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('"many"') })
})
