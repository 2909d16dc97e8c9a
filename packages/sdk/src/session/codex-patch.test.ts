import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApprovalRequest, approveEverything, approveWith } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { replayRecorded } from '../simulate/replay-recorded.ts'

let scratch: string
let workspace: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-patch-'))
  workspace = join(scratch, 'project')
  await mkdir(workspace)
  await writeFile(join(workspace, 'a.txt'), 'one\ntwo\n')
  await writeFile(join(workspace, 'old.txt'), 'old\n')
  await writeFile(join(scratch, 'outside.txt'), 'not yours\n')
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace,
    home: join(scratch, 'home'),
    dialect: 'codex',
    authority: { approvers: [approveEverything] },
    ...options,
  })

const patchOf = (...sections: readonly string[]) => ({
  name: 'apply_patch',
  arguments: { input: ['*** Begin Patch', ...sections, '*** End Patch'].join('\n') },
})
const creates = ['*** Add File: new.txt', '+new']
const edits = ['*** Update File: a.txt', '@@', ' one', '-two', '+2']
const deletes = ['*** Delete File: old.txt']
const whole = patchOf(...creates, ...edits, ...deletes)

const isUntouched = async () => {
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
  expect(await readFile(join(workspace, 'old.txt'), 'utf8')).toBe('old\n')
  await expect(stat(join(workspace, 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
}

test('a patch of several files is one call, asked about once with all of them, and replays equal', async () => {
  const asked: ApprovalRequest[] = []
  const approver = approveWith('person', (request) => {
    asked.push(request)
    return { answer: 'allow_once' }
  })
  {
    await using drawbridge = await open({ authority: { approvers: [approver] } })
    const outcome = await drawbridge.openSession({ id: 'work' }).call(whole)
    expect(outcome).toMatchObject({
      status: 'ok',
      result: { meta: { tool: 'fs.apply_patch', exposedName: 'apply_patch' } },
    })
  }
  expect(asked).toMatchObject([{ tool: 'fs.apply_patch', risk: 'destructive', totals: { paths: 4 } }])
  expect(asked[0]?.preview).toMatchObject({ kind: 'diff', path: '3 paths', added: 2, removed: 1 })
  expect(asked[0]?.parts.map(({ text }) => text)).toEqual(expect.arrayContaining(['new.txt', 'a.txt', 'old.txt']))
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('one\n2\n')
  await expect(stat(join(workspace, 'old.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await replayRecorded({ session: 'work', home: join(scratch, 'home'), workspace })).toMatchObject({
    status: 'equal',
  })
})

describe('what is denied for one of its parts refuses a patch as a whole', () => {
  test.each([
    ['fs.write_file', { path: 'new.*' }],
    ['fs.edit', { path: 'a.*' }],
    ['fs.edit', { access: 'write' }],
    ['fs.delete', {}],
    ['tag:destructive', {}],
    ['fs.apply_patch', { path: 'old.txt' }],
  ] as const)('a rule on %s for %j', async (tools, when) => {
    await using drawbridge = await open({ config: { permissions: { rules: [{ tools, when, then: 'deny' }] } } })
    const session = drawbridge.openSession()
    expect(await session.explain(whole)).toMatchObject({ tool: 'fs.apply_patch', decision: { verdict: 'deny' } })
    expect(await session.call(whole)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
    await isUntouched()
  })

  test('a rule about a move, for both of its paths', async () => {
    const moves = patchOf(...creates, '*** Update File: a.txt', '*** Move to: b.txt', '@@', '-two', '+2')
    for (const path of ['a.txt', 'b.txt']) {
      const rules = [{ tools: 'fs.move', when: { path }, then: 'deny' as const }]
      await using drawbridge = await open({ config: { permissions: { rules } } })
      expect(await drawbridge.openSession().call(moves)).toMatchObject({ status: 'denied' })
    }
    await isUntouched()
  })

  test('a tool that the run does not have, by its name', async () => {
    await using drawbridge = await open({ config: { tools: { deny: ['fs.delete'] } } })
    const { call } = drawbridge.openSession()
    const outcome = await call(whole)
    expect(outcome).toMatchObject({ status: 'failed', code: 'tool_not_available' })
    expect(outcome.text).toContain('"apply_patch" would do what "fs.delete" does')
    await isUntouched()
    expect(await call(patchOf(...edits))).toMatchObject({ status: 'ok' })
  })

  test('a path outside, if nobody allows it', async () => {
    await using drawbridge = await open({ authority: { approvers: [] } })
    const strays = patchOf(...creates, '*** Update File: ../outside.txt', '@@', '-not yours', '+mine')
    expect(await drawbridge.openSession().call(strays)).toMatchObject({ status: 'denied' })
    await isUntouched()
    expect(await readFile(join(scratch, 'outside.txt'), 'utf8')).toBe('not yours\n')
  })

  test('a hook for one of the tools', async () => {
    const seen: unknown[] = []
    const run = async ({ tool }: { readonly tool: string }): Promise<{ verdict: 'deny'; reason: string }> => {
      seen.push(tool)
      return { verdict: 'deny', reason: 'not today' }
    }
    const hooks = { preToolUse: [{ name: 'guard', matcher: { tools: ['fs.delete'] }, run }] }
    await using drawbridge = await open({ authority: { approvers: [approveEverything], hooks } })
    const { call } = drawbridge.openSession()
    expect(await call(whole)).toMatchObject({ status: 'denied', code: 'denied_by_hook' })
    expect(seen).toEqual(['fs.apply_patch'])
    await isUntouched()
    expect(await call(patchOf(...edits))).toMatchObject({ status: 'ok' })
  })
})

test('the mode accept-edits lets edits pass, and asks about a deletion', async () => {
  await using drawbridge = await open({ authority: { mode: 'accept-edits', approvers: [] } })
  const { call } = drawbridge.openSession()
  expect(await call(whole)).toMatchObject({ status: 'denied' })
  await isUntouched()
  expect(await call(patchOf(...creates, ...edits))).toMatchObject({ status: 'ok' })
})

test('the preview of a patch of one file names the file', async () => {
  const asked: ApprovalRequest[] = []
  const approver = approveWith('person', (request) => {
    asked.push(request)
    return { answer: 'deny' }
  })
  await using drawbridge = await open({ authority: { approvers: [approver] } })
  await drawbridge.openSession().call(patchOf(...edits))
  expect(asked).toMatchObject([{ preview: { kind: 'diff', path: 'a.txt' } }])
})

test('an envelope that cannot be read is refused with its line', async () => {
  await using drawbridge = await open()
  const outcome = await drawbridge.openSession().call(patchOf('*** Rename File: a.txt'))
  expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
  expect(outcome.text).toContain('line 2 of the patch cannot be used')
})
