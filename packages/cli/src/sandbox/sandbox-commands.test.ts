import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** A configuration for containers on a machine where no engine answers. */
function withoutEngine(sandbox: object) {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  mkdirSync(folder.home, { mode: 0o700 })
  const section = { mode: 'all', backend: 'docker', socket: join(folder.root, 'none.sock'), ...sandbox }
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ sandbox: section }))
  return folder
}

const readFile = ['call', 'fs.read_file', '{"path":"a.txt"}', '--json']

test('what is required and not there ends every command with the reason, but those that look', async () => {
  const folder = withoutEngine({ required: ['net'] })
  const refused = await runHere(folder, readFile)
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('docker cannot enforce net') })

  const explained = await runHere(folder, ['sandbox', 'explain'])
  expect(explained).toMatchObject({ code: 0, stdout: expect.stringContaining('run nowhere: such calls are refused') })
  expect(explained.stdout).toMatch(/net +not enforced \(required\): No container engine/)

  const { code, stdout } = await runHere(folder, ['doctor', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout).checks).toContainEqual(
    expect.objectContaining({ name: 'docker', status: 'fail', message: expect.stringContaining('nothing starts') }),
  )
})

test('a call without an available sandbox is refused with the way out', async () => {
  const outcome = jsonOf(await runHere(withoutEngine({}), readFile))
  expect(outcome).toMatchObject({ status: 'failed', code: 'sandbox_unavailable' })
})

test('explain says where a call would run, or why it cannot run', async () => {
  const folder = withoutEngine({})
  const { stdout } = await runHere(folder, ['explain', 'fs.read_file', '{"path":"a.txt"}'])
  expect(stdout).toContain('It would run nowhere: such calls are refused. docker cannot enforce')
  const explained = async (name: string, input: object) =>
    JSON.parse((await runHere(folder, ['explain', name, JSON.stringify(input), '--json'])).stdout)
  expect(await explained('runtime.exec', { command: 'true' })).toMatchObject({
    place: { runs_in: 'none', why: expect.stringContaining('No container engine answers') },
  })
  expect(await explained('web.fetch', { url: 'https://example.com' })).not.toHaveProperty('place')
})

test('where its operator lets calls run without, the result and doctor say so', async () => {
  const folder = withoutEngine({ fallback: 'host' })
  const call = await runHere(folder, ['call', 'runtime.exec', '{"command":"true"}', '--approve', 'always'])
  expect(call).toMatchObject({ code: 0, stdout: expect.stringContaining('Ran on this machine without a sandbox') })
  const { checks } = JSON.parse((await runHere(folder, ['doctor', '--json'])).stdout)
  expect(checks).toContainEqual(expect.objectContaining({ name: 'docker', status: 'warn' }))
})

test('explain says of each role where its calls run', async () => {
  const folder = withoutEngine({ mode: 'non-main' })
  const explain = async (...flags: string[]) =>
    jsonOf(await runHere(folder, ['sandbox', 'explain', '--json', ...flags]))
  expect(await explain()).toMatchObject({ role: 'main', runs_in: 'host', why: expect.stringContaining('non-main') })
  expect(await explain('--role', 'sub', '--agent', 'helper')).toMatchObject({ agent: 'helper', runs_in: 'none' })
})

test('explain tells of the home that it is given', async () => {
  const folder = withoutEngine({ mode: 'non-main' })
  const { home } = withoutEngine({ mode: 'all' })
  expect(jsonOf(await runHere(folder, ['sandbox', 'explain', '--json', '--home', home]))).toMatchObject({
    runs_in: 'none',
  })
})

test('prune of containers fails if no engine answers, and says so', async () => {
  const pruned = await runHere(withoutEngine({}), ['sandbox', 'prune'])
  expect(pruned).toMatchObject({ code: 1, stderr: expect.stringContaining('No container engine answers') })
})
