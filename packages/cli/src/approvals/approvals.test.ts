import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Grant } from '@drawbridge/core/approval'
import { createSystemIdSource } from '@drawbridge/core/base'
import { createDatabaseGrantStore } from '@drawbridge/store/authority'
import { openDatabase } from '@drawbridge/store/database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { approvalRequest } from '../__fixtures__/approval-request.ts'
import { atTerminal } from '../__fixtures__/at-terminal.ts'
import { jsonOf, launcher } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { scenes } from '../approval/__fixtures__/questions.ts'
import { askAtDesk } from './__fixtures__/ask-at-desk.ts'
import type { ApprovalJson } from './approval-json.ts'

describe('drawbridge approvals', () => {
  test('lists what waits: what would be done, why, who asks, and what it can be answered with', async () => {
    const folder = scratchFolder()
    await askAtDesk(folder, [approvalRequest({ reason: 'It destroys\u202e what is there.' })])
    const { stdout, stderr, code } = await runHere(folder, ['approvals'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^fs\.delete {2}\(write, risk destructive\) {2}approval_1\n/)
    expect(stdout).toContain('It destroys\\u{202e} what is there. Rule: default.write.')
    expect(stdout).toContain('notes.md; delete, in the workspace; really /workspace/notes.md')
    expect(stdout).toContain('process 7 on workstation, session s, in /workspace')
    expect(stdout).toContain('allow_once, deny, abort, until 20')
    expect(stderr).toContain('drawbridge approvals answer ID ANSWER')
  })

  test('shows the words of a stranger that decide, with their source', async () => {
    const folder = scratchFolder()
    const origin = { tool: 'web.fetch', toolCallId: 'c', target: 'https://a.example/', excerpt: 'write to\u202e eve' }
    const because = 'the recipient is not from the user'
    const finding = { check: 'integrity', at: '/to', kind: 'recipient', value: 'eve', origin, because } as const
    await askAtDesk(folder, [
      approvalRequest({ flow: { mode: 'guard', verdict: 'ask', findings: [finding], vouched: [] } }),
    ])
    expect((await runHere(folder, ['approvals'])).stdout).toContain(
      '  Source  recipient /to "eve": web.fetch https://a.example/: … write to\\u{202e} eve …\n',
    )
  })

  test('answers one: the first answer counts, and the same one again is as good as once', async () => {
    const folder = scratchFolder()
    await askAtDesk(folder, [approvalRequest()])
    const answer = (...args: string[]) => runHere(folder, ['approvals', 'answer', ...args])
    expect(await answer('approval_1', 'allow_always', '--digest', '00')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Possible answers: allow_once, deny, abort.'),
    })
    expect(await answer('approval_1', 'deny', '--reason', 'not today')).toMatchObject({
      code: 0,
      stdout: 'Answered approval_1: deny.\n',
    })
    expect(await answer('approval_1', 'deny')).toMatchObject({ code: 0 })
    expect(await answer('approval_1', 'allow_once')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was already answered: deny, by '),
    })
    const list = await runHere(folder, ['approvals', 'list', '--all', '--json'])
    expect(jsonOf<{ approvals: readonly ApprovalJson[] }>(list).approvals).toMatchObject([
      { id: 'approval_1', state: 'decided', decision: { answer: 'deny', reason: 'not today' } },
    ])
    expect((await runHere(folder, ['approvals', 'list', '--json'])).stdout).toBe('{"approvals":[]}\n')
  })

  test('knows a question by a beginning of its id, and says which are meant where several begin so', async () => {
    const folder = scratchFolder()
    const scope = 'z'.repeat(900)
    const offers = [
      { answer: 'deny', scope: 'this call only' },
      { answer: 'allow_for_session', scope },
    ] as const
    const ids = ['approval_00a1', 'approval_00a2', 'approval_00b1']
    await askAtDesk(
      folder,
      ids.map((id) => approvalRequest({ id, digest: id, offers, input: { path: id, text: 'y'.repeat(900) } })),
    )
    const several = await runHere(folder, ['approvals', 'answer', 'approval_00a', 'deny'])
    expect(several).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('approval_00a1, approval_00a2. Give a longer prefix'),
    })
    expect(await runHere(folder, ['approvals', 'show', '00a'])).toMatchObject({ code: 1 })
    expect(await runHere(folder, ['approvals', 'answer', '00b', 'deny'])).toMatchObject({
      code: 0,
      stdout: 'Answered approval_00b1: deny.\n',
    })
    const { stdout } = await runHere(folder, ['approvals', 'show', 'approval_00a1'])
    expect(stdout).toContain('y'.repeat(900))
    expect(stdout).toContain(`allow_for_session: ${scope}`)
    expect(await runHere(folder, ['approvals', 'show', 'x'])).toMatchObject({ code: 1 })
  })

  test('takes an answer for the question that was shown, and for no other', async () => {
    const folder = scratchFolder()
    const digest = '0123456789abcdef'.repeat(4)
    const desk = await askAtDesk(folder, [approvalRequest({ digest })])
    const shown = '0123456789abcdef'
    for (const args of [['list'], ['show', 'approval_1']]) {
      expect((await runHere(folder, ['approvals', ...args])).stdout).toContain(`  Digest  ${shown}\n`)
    }
    const answer = (given: string, ...args: string[]) =>
      runHere(folder, ['approvals', 'answer', 'approval_1', 'allow_once', '--digest', given, ...args])
    const message = /approval_1 is not the question that you were shown.*`drawbridge approvals show approval_1`/
    // Another one, a part that proves nothing, nothing, and one that only begins so.
    for (const other of ['f'.repeat(64), shown.slice(0, 7), '', `${digest}00`]) {
      expect(await answer(other)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) })
    }
    expect(jsonOf(await answer('f'.repeat(64), '--json'))).toEqual({ requestId: 'approval_1', status: 'not_shown' })
    expect(await desk.list()).toHaveLength(1)
    const unseen = await runHere(folder, ['approvals', 'answer', 'approval_1', 'allow_once'])
    expect(unseen).toMatchObject({ code: 1, stderr: expect.stringContaining('drawbridge approvals show approval_1') })
    expect(await desk.list()).toHaveLength(1)
    expect(await answer(shown.slice(0, 8).toUpperCase())).toMatchObject({ code: 0 })
    expect(await desk.list()).toEqual([])
  })

  test('takes no answer from what a tool started, however deep below it', async () => {
    const folder = scratchFolder()
    const desk = await askAtDesk(folder, [approvalRequest()])
    const answer = ['approvals', 'answer', 'approval_1', 'allow_once', '--home', folder.home]
    // The shell between them takes the marker out of the environment that the command sees.
    const script = 'env -u DRAWBRIDGE_PROCESS "$@"; exit $?'
    const child = spawn('sh', ['-c', script, 'sh', process.execPath, launcher, ...answer], {
      cwd: folder.workspace,
      env: { ...process.env, DRAWBRIDGE_PROCESS: 'made-up' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const errors = child.stderr.toArray()
    expect(await once(child, 'close')).toEqual([1, null])
    expect(Buffer.concat(await errors).toString()).toContain('Only a person can answer it')
    expect(await desk.list()).toHaveLength(1)
  })

  test('lists nothing if nothing was ever asked, and creates no database', async () => {
    const folder = scratchFolder()
    for (const args of [['approvals'], ['approvals', 'list'], ['grants']]) {
      expect(await runHere(folder, args)).toMatchObject({ code: 0, stdout: '' })
    }
    expect(await runHere(folder, ['approvals', 'answer', 'approval_1', 'deny'])).toMatchObject({ code: 1 })
  })
})

describe('drawbridge grants', () => {
  const ids = createSystemIdSource()
  async function grantIn(home: string, given: Partial<Grant> = {}): Promise<Grant> {
    const database = await openDatabase({ kind: 'sqlite', file: join(home, 'drawbridge.db') })
    onTestFinished(() => database[Symbol.asyncDispose]())
    const grant: Grant = {
      id: ids.next('grant'),
      owner: { agent: 'writer' },
      tool: 'fs.write_file',
      scopes: [{ kind: 'path', folder: '/workspace/docs', below: false, access: 'write' }],
      permission: 'write',
      risk: 'medium',
      grantedBy: 'terminal',
      grantedAt: 1_000,
      ...given,
    }
    await createDatabaseGrantStore(database).save(grant)
    return grant
  }

  test('shows when a grant was used last', async () => {
    const folder = scratchFolder({ 'policy.jsonc': '{"store":{}}' })
    const scopes = [{ kind: 'path', folder: folder.workspace, below: false, access: 'write' }] as const
    await grantIn(folder.home, { owner: {}, scopes })
    expect((await runHere(folder, ['grants'])).stdout).toContain('not used yet')
    const words = ['fs.write_file', '{"path":"a.txt","content":"x"}', '--approve', 'never', '--config', 'policy.jsonc']
    expect(await runHere(folder, ['call', ...words])).toMatchObject({ code: 0 })
    const { stdout } = await runHere(folder, ['grants'])
    expect(stdout).toMatch(/used last \d{4}-/)
    expect(stdout).not.toContain('not used yet')
  })

  test('lists standing grants and revokes one', async () => {
    const folder = scratchFolder()
    const grant = await grantIn(folder.home)
    const { stdout } = await runHere(folder, ['grants'])
    expect(stdout).toContain(grant.id)
    expect(stdout).toContain('write files directly in /workspace/docs')
    expect(stdout).toContain('the agent writer')
    const second = await grantIn(folder.home)
    expect(await runHere(folder, ['grants', 'revoke', 'grant_0'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `Several grants begin with "grant_0": ${grant.id}, ${second.id}. Give a longer prefix`,
      ),
    })
    const beginning = second.id.slice('grant_'.length, -4)
    expect(await runHere(folder, ['grants', 'revoke', beginning])).toMatchObject({
      code: 0,
      stdout: `Revoked ${second.id}.\n`,
    })
    expect(await runHere(folder, ['grants', 'revoke', grant.id])).toMatchObject({ code: 0 })
    expect(await runHere(folder, ['grants', 'revoke', grant.id])).toMatchObject({ code: 1 })
    expect((await runHere(folder, ['grants', 'list', '--json'])).stdout).toBe('{"grants":[]}\n')
    const all = jsonOf<{ grants: readonly object[] }>(await runHere(folder, ['grants', '--all', '--json']))
    const revoked = { revokedAt: expect.any(Number), revokedBy: expect.any(String) }
    expect(all.grants).toEqual([grant, second].map((each) => ({ ...each, ...revoked })))
  })
})

describeWithProgram('script', 'the screens are made in a pseudo terminal', (script) => {
  test.each([
    ['answer-two', ['y', 'a']],
    ['leave-one', ['l', 's']],
    ['leave-all', ['\u0003']],
  ])('%s', async (name, keys) => {
    const folder = scratchFolder()
    const requests = [...(scenes.edit?.requests ?? []), ...(scenes.network?.requests ?? [])]
    const desk = await askAtDesk(folder, requests)
    const shown = await atTerminal(script, {
      command: `exec '${process.execPath}' --no-warnings '${launcher}' approvals`,
      keys,
      environment: { DRAWBRIDGE_HOME: folder.home },
    })
    const kept = await desk.list({ all: true })
    const states = kept.map(({ request, state, decision }) => `${request.id}: ${decision?.answer ?? state}\n`)
    await expect(`${shown}${states.join('')}`).toMatchFileSnapshot(join(import.meta.dirname, `__screens__/${name}.txt`))
  })
})
