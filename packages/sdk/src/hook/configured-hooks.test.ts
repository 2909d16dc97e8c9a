import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryGrantStore, readReceipt } from '@drawbridge/core/approval'
import { createScriptedApprover } from '@drawbridge/core/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

function folders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-hooks-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')]
  for (const folder of [workspace, home]) mkdirSync(folder, { mode: 0o700 })
  return { root, workspace, home }
}

const script = (text: string): readonly [string, ...string[]] => [process.execPath, '-e', text]

test("a hook of the operator's file stops the calls that it is about, and sees no secrets", async () => {
  const { root, workspace, home } = folders()
  const seen = join(root, 'seen.json')
  const token = ['ghp', 'x9Kq2mWv7Rt4Ls8Zb1Nc6Yd3Hf5Jg0Pa2UeW'].join('_')
  const guard = script(
    `require('fs').writeFileSync(${JSON.stringify(seen)}, require('fs').readFileSync(0)); console.error('frozen'); process.exit(2)`,
  )
  const hooks = [{ name: 'freeze', event: 'PreToolUse', command: guard, tools: ['fs.write_file'] }]
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ hooks }))
  writeFileSync(join(workspace, 'a.txt'), 'hello')
  await using drawbridge = await createDrawbridge({ workspace, home })
  const session = drawbridge.openSession()
  expect(await session.call({ name: 'fs.read_file', arguments: { path: 'a.txt' } })).toMatchObject({ status: 'ok' })
  const write = { name: 'fs.write_file', arguments: { path: 'b.txt', content: `key ${token}` } }
  expect(await session.call(write)).toMatchObject({
    code: 'denied_by_hook',
    message: 'The hook "freeze" refused the call: frozen',
  })
  const message: unknown = JSON.parse(readFileSync(seen, 'utf8'))
  expect(message).toMatchObject({ event: 'PreToolUse', call: { tool: 'fs.write_file', input: { path: 'b.txt' } } })
  expect(JSON.stringify(message)).not.toContain(token)
})

test('a hook for a tool that does not exist is an error, since it would never run', async () => {
  const { workspace, home } = folders()
  const hooks = [{ event: 'PreToolUse', command: ['true'], tools: ['fs.write_fil'], tags: ['destructiv'] }]
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ hooks }))
  const opened = createDrawbridge({ workspace, home })
  await expect(opened).rejects.toThrow(
    /The tool "fs.write_fil" does not exist.*"fs.write_file".*The tag "destructiv" does not exist/s,
  )
})

test("a hook in a project's file is an error that says where it belongs", async () => {
  const { workspace, home } = folders()
  const hooks = [{ event: 'PreToolUse', command: ['true'] }]
  writeFileSync(join(workspace, 'drawbridge.jsonc'), JSON.stringify({ hooks }))
  await expect(createDrawbridge({ workspace, home })).rejects.toThrow(/hooks.*operator/s)
})

test('a call of a detached run is resumed by another Drawbridge from its receipt', async () => {
  const { workspace, home } = folders()
  const open = (options: DrawbridgeOptions = {}) => createDrawbridge({ workspace, home, ...options })
  const write = { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'x' } }
  let kept = ''
  {
    await using first = await open()
    kept = JSON.stringify(await first.openSession({ id: 'one' }).openDetachedRun().call(write))
  }
  await using second = await open()
  const receipt = readReceipt(JSON.parse(kept))
  const run = second.openSession({ id: 'one' }).openDetachedRun()
  const outcome = await run.resume(receipt, { requestId: receipt.request.id, answer: 'allow_once' })
  expect(outcome).toMatchObject({ status: 'ok' })
  expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toBe('x')
})

test('a script that changes while it is asked about is not run', async () => {
  const { workspace, home } = folders()
  const file = join(workspace, 'build.mjs')
  writeFileSync(file, '1')
  const approver = createScriptedApprover([{ tool: 'runtime.run_command', answer: 'allow_once' }])
  await using drawbridge = await createDrawbridge({
    workspace,
    home,
    authority: {
      approvers: [
        {
          ...approver,
          async *ask(...asked) {
            writeFileSync(file, '2')
            yield* approver.ask(...asked)
          },
        },
      ],
    },
  })
  const call = { name: 'runtime.run_command', arguments: { argv: [process.execPath, 'build.mjs'] } }
  expect(await drawbridge.openSession().call(call)).toMatchObject({ code: 'approval_void' })
})

test('what was allowed for always holds in later sessions of a program that keeps it', async () => {
  const { workspace, home } = folders()
  const grantStore = createMemoryGrantStore()
  const approver = createScriptedApprover([{ tool: 'fs.write_file', answer: 'allow_always' }])
  const write = (path: string) => ({ name: 'fs.write_file', arguments: { path, content: 'x' } })
  await using drawbridge = await createDrawbridge({ workspace, home, authority: { grantStore, approvers: [approver] } })
  for (const path of ['a.txt', 'b.txt'])
    expect(await drawbridge.openSession().call(write(path))).toMatchObject({ status: 'ok' })
  expect(approver.requests).toHaveLength(1)
})
