import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ScriptedAnswer, scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { Child } from '@drawbridge/core/agent'
import type { ModelRequest } from '@drawbridge/core/model'
import type { PermissionRule } from '@drawbridge/core/policy'
import { copyRepository } from '@drawbridge/sandbox/worktree'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const call = (name: string, input: object) => ({ name, input: input as Readonly<Record<string, unknown>> })
const spawn = (more: object) => call('agent__spawn', { task: 'Change it.', isolation: 'worktree', wait: true, ...more })

type Answer = ScriptedAnswer | ((said: string) => ScriptedAnswer)

/** A model whose children write a file for each task, and whose parent gives the answers one after the other. */
function playing(answers: readonly Answer[]) {
  let turn = 0
  let written = 0
  return scriptModel(({ messages }: ModelRequest) => {
    const said = messages.flatMap(({ role, blocks }) => (role === 'user' ? [JSON.stringify(blocks)] : []))
    if (said[0]?.includes('Change it.') !== true) {
      const next = answers[turn++] ?? { text: 'Done.' }
      return typeof next === 'function' ? next(JSON.stringify(messages)) : next
    }
    if (messages.at(-1)?.role === 'tool') return { text: 'I changed it.' }
    written += 1
    return { calls: [call('fs__write_file', { path: `made-${written}.txt`, content: `${written}\n` })] }
  })
}

describeWithProgram('git', 'a child with isolation', () => {
  const repository = (): ScratchFolder => {
    const folder = scratchFolder({ 'a.txt': 'a\n' })
    const git = gitOf(folder)
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first')
    return folder
  }
  const gitOf =
    ({ workspace }: ScratchFolder) =>
    (...words: readonly string[]) =>
      execFileSync('git', words, { cwd: workspace, encoding: 'utf8', stdio: 'pipe' })
  const changed = (folder: ScratchFolder, branch: string) => gitOf(folder)('ls-tree', '--name-only', branch)
  const run = async (
    folder: ScratchFolder,
    answers: readonly Answer[],
    {
      rules = [],
      deniedPaths = [],
    }: { readonly rules?: readonly PermissionRule[]; readonly deniedPaths?: readonly string[] } = {},
  ) => {
    const model = playing(answers)
    const config = { permissions: { rules } }
    await using house = await agentHouse(model, { folder, config, authority: { approvers: [approveEverything] } })
    await using conversation = await house.runner.open({ deniedPaths })
    const { report } = await readRun(conversation.send('Have it changed.'))
    const children: readonly Child[] =
      (await (await house.drawbridge.house.service('childAgents'))?.list(conversation.id)) ?? []
    return { model, report, children, read: JSON.stringify(model.requests.at(-1)?.messages) }
  }

  test('leaves the files of its parent alone, and delivers a branch and its change, which the parent can read', async () => {
    const folder = repository()
    const { children, read } = await run(folder, [
      () => ({ calls: [spawn({ label: 'Fix: the sum!' })] }),
      (said) => ({ calls: [call('artifact__read', { id: /artifact_\w+/.exec(said)?.[0] ?? '' })] }),
    ])
    const [child] = children
    expect(child).toMatchObject({
      state: 'completed',
      branch: expect.stringMatching(/^drawbridge\/fix-the-sum-\w{8}$/),
    })
    expect(read).toContain(`Its work is on the branch ${child?.branch}`)
    expect(read).toMatch(/Artifacts that you may read: artifact_/)
    expect(read).toMatch(/made-1\.txt[\s\S]*\+1/)
    expect(readdirSync(folder.workspace)).not.toContain('made-1.txt')
    expect(gitOf(folder)('show', `${child?.branch}:made-1.txt`)).toBe('1\n')
    expect(gitOf(folder)('status', '--porcelain')).toBe('')
    expect(readdirSync(join(folder.home, 'worktrees'))).toEqual([])
  })

  test('goes on with its branch when it is continued, although its folder is gone', async () => {
    const folder = repository()
    const { children } = await run(folder, [
      { calls: [spawn({})] },
      { calls: [call('agent__subagents', { action: 'continue', id: 'last', task: 'Change it again.' })] },
      { calls: [call('agent__subagents', { action: 'wait', id: 'last' })] },
    ])
    expect(children).toMatchObject([{ state: 'completed', runs: 2 }])
    const names = gitOf(folder)('ls-tree', '--name-only', children[0]?.branch ?? '')
    expect(names.split('\n')).toEqual(expect.arrayContaining(['a.txt', 'made-1.txt', 'made-2.txt']))
  })

  test.each(['absolute', 'relative'])(
    'may not touch in its copy what its parent may not in the original: %s denied path',
    async (kind) => {
      const folder = repository()
      const path = kind === 'absolute' ? join(folder.workspace, 'made-1.txt') : 'made-1.txt'
      const { children, model } = await run(folder, [{ calls: [spawn({})] }], { deniedPaths: [path] })
      expect(children).toMatchObject([{ state: 'completed' }])
      expect(children[0]?.branch === undefined || !changed(folder, children[0].branch).includes('made-1.txt')).toBe(
        true,
      )
      expect(JSON.stringify(model.requests)).toMatch(/denied path/)
    },
  )

  test('may not touch in its copy what a rule of the operator denies by its whole path', async () => {
    const folder = repository()
    const rule = { tools: '*', when: { path: join(folder.workspace, 'made-1.txt') }, then: 'deny' } as const
    const { children } = await run(folder, [{ calls: [spawn({})] }], { rules: [rule] })
    expect(children).toMatchObject([{ state: 'completed' }])
    expect(changed(folder, children[0]?.branch ?? 'HEAD')).not.toContain('made-1.txt')
  })

  test.each<[string, readonly PermissionRule[], readonly string[]]>([
    ['a rule', [{ tools: '*', when: { path: 'kept/**' }, then: 'deny' }], []],
    ['a rule for reading files', [{ tools: 'fs.*', when: { path: 'kept/**' }, then: 'deny' }], []],
    ['a denied path', [], ['kept']],
    ['the table of credentials', [], []],
  ])('has no commit with what is not committed in a file that %s closes', async (by, rules, deniedPaths) => {
    const folder = repository()
    const name = by.startsWith('the table') ? '.env' : 'kept/words.txt'
    mkdirSync(join(folder.workspace, 'kept'))
    writeFileSync(join(folder.workspace, name), 'words that nobody may read\n')
    const { children, model } = await run(folder, [{ calls: [spawn({})] }], { rules, deniedPaths })
    expect(children).toMatchObject([{ state: 'completed' }])
    expect(JSON.stringify(model.requests)).toContain('1 file that you may not read')
    expect(gitOf(folder)('log', '-p', '--format=', children[0]?.branch ?? '')).not.toContain('nobody')
  })

  test('is rejected where no copy can be made, and never works in the folder of its parent', async () => {
    const folder = scratchFolder({ 'a.txt': 'a\n' })
    const { children } = await run(folder, [{ calls: [spawn({})] }])
    expect(children).toMatchObject([{ state: 'rejected', message: expect.stringContaining('git init') }])
    expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('a\n')
    expect(existsSync(join(folder.workspace, 'made-1.txt'))).toBe(false)
  })

  test('leaves a copy only if no branch can have all of it, and doctor says how to remove it', async () => {
    const folder = repository()
    const { workspace, home } = folder
    await run(folder, [{ calls: [spawn({})] }])
    const leave = async (id: string, file: string) => {
      const place = join(home, 'worktrees', id)
      const wanted = { workspace, folder: place, branch: `drawbridge/${id}`, label: id, includeChanges: true }
      await copyRepository(wanted)
      mkdirSync(join(place, 'tree', dirname(file)), { recursive: true })
      writeFileSync(join(place, 'tree', file), 'work\n')
      return place
    }
    const plain = await leave('sub_plain', 'plain.txt')
    const nested = await leave('sub_nested', 'own/nested.txt')
    execFileSync('git', ['init', '-q', '-b', 'main', join(nested, 'tree/own')])
    const commit = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'own']
    execFileSync('git', ['add', '.'], { cwd: join(nested, 'tree/own') })
    execFileSync('git', commit, { cwd: join(nested, 'tree/own') })

    const told = async () => (await runHere(folder, ['doctor', '--json'])).stdout
    expect(await told()).toMatch(/2 copies of repositories were left behind\..* drawbridge subagents clean/)
    const cleaned = await runHere(folder, ['subagents', 'clean'])
    expect(cleaned.code).toBe(1)
    expect(cleaned.stdout).toContain(`Removed ${plain}. Its work is on the branch drawbridge/sub_plain.`)
    expect(cleaned.stdout).toMatch(/sub_nested stays, because of the repository own that was made in it/)
    expect(gitOf(folder)('show', 'drawbridge/sub_plain:plain.txt')).toBe('work\n')
    expect(readdirSync(join(home, 'worktrees'))).toEqual(['sub_nested'])
    expect(await told()).toMatch(/sub_nested has the repository own/)

    expect(await runHere(folder, ['subagents', 'clean', 'sub_x'])).toMatchObject({ code: 2 })
    expect(await runHere(folder, ['subagents', 'clean', 'sub_nested', '--discard', '--json'])).toMatchObject({
      code: 0,
    })
    expect(readdirSync(join(home, 'worktrees'))).toEqual([])
    expect(await told()).toContain('No child has left a copy of a repository behind.')
  })
})
