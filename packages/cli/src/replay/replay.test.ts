import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** A session with a read, a write that was approved in advance, commands, and mistakes. */
async function recorded() {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const call = (...args: string[]) => runHere(folder, ['call', ...args, '--session', 'one'])
  await call('fs.read_file', '{"path":"a.txt"}')
  await call('fs.write_file', '{"path":"b.txt","content":"x"}', '--approve', 'always')
  await call('fs.write_file', '{"path":"b.txt","content":"y"}', '--approve', 'never')
  await call('runtime.run_command', '{"argv":["ls"]}')
  await call('runtime.exec', '{"command":"cat a.txt | wc -l; false"}', '--approve', 'always')
  await call('fs.read_file', '{"path":"missing.txt"}')
  await call('fs.raed_file', '{}')
  await call('fs.read_file', '{"paht":"a.txt"}', '--mode', 'plan')
  return folder
}

test('a session of several processes happens again, although the files have changed since', async () => {
  const folder = await recorded()
  writeFileSync(join(folder.workspace, 'a.txt'), 'something else\n')
  const { stdout, code } = await runHere(folder, ['replay', 'one', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ status: 'equal', different: 0, differences: [], taken: {} })
  expect(code).toBe(0)
})

test('a policy that denies by now is reported, as JSON and as text', async () => {
  const folder = await recorded()
  const rules = [{ id: 'freeze', tools: 'fs.read_file', then: 'deny', reason: 'Frozen.' }]
  mkdirSync(folder.home, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ permissions: { rules } }))
  const { stdout, code } = await runHere(folder, ['replay', 'one'])
  expect(code).toBe(1)
  expect(stdout).toContain('different')
  expect(stdout).toMatch(
    /tool\.started call_\w+ {2}type\n {2}recorded "tool\.started"\n {2}replayed "tool\.denied": denied_by_policy: Frozen/,
  )
})

test('a session that does not exist', async () => {
  const folder = scratchFolder()
  const { code, stderr } = await runHere(folder, ['replay', 'two'])
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('No session "two"') })
})
