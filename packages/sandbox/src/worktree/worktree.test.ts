import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createGitScene, type GitScene } from '../machine/__fixtures__/git-scene.ts'
import { copyRepository, keepWork, removeCopy } from './index.ts'

let scene: GitScene
beforeEach(() => {
  scene = createGitScene()
})
afterEach(() => scene[Symbol.asyncDispose]())

const copyOf = (workspace: string, more: object = {}) => {
  const wanted = { branch: 'drawbridge/fix-1', label: 'fix', includeChanges: true }
  return copyRepository({ workspace: scene.at(workspace), folder: scene.at('copy'), ...wanted, ...more })
}
const keep = () => keepWork(scene.at('copy'))
const show = (name: string, branch = 'drawbridge/fix-1') => scene.git('main', 'show', `${branch}:${name}`)

describeWithProgram('git', 'a copy of a repository for a child', () => {
  beforeEach(() => scene.createRepository('main'))

  test('has what is not committed and new files, and leaves the repository as it is', async () => {
    scene.file('main/a.txt', 'changed\n')
    scene.file('main/new/b.txt', 'new\n')
    scene.file('main/.gitignore', 'ignored.txt\n')
    scene.file('main/ignored.txt', 'secret\n')
    scene.file('main/.git/info/exclude', 'excluded.txt\n')
    scene.file('main/excluded.txt', 'x\n')
    const before = scene.state('main', { isWhole: true })
    const { workspace, missing } = await copyOf('main')
    expect(readdirSync(workspace).sort()).toEqual(expect.arrayContaining(['.git', '.gitignore', 'a.txt', 'new']))
    expect(readdirSync(workspace)).not.toContain('ignored.txt')
    expect(readdirSync(workspace)).not.toContain('excluded.txt')
    expect(missing).toEqual([])
    expect(scene.state('main', { isWhole: true })).toEqual(before)
    expect(scene.git('copy/tree', 'status', '--porcelain')).toBe('')
    expect((await copyOf('main', { folder: scene.at('clean'), includeChanges: false })).workspace).toBe(
      scene.at('clean/tree'),
    )
    expect(existsSync(scene.at('clean/tree/new'))).toBe(false)
  })

  test('has nothing of closed files that is not committed, so that git cannot show it', async () => {
    scene.file('main/keys/old', 'old\n')
    scene.file('main/keys/gone', 'gone\n')
    scene.git('main', 'add', '.')
    scene.git('main', 'commit', '-qm', 'keys')
    scene.file('main/keys/old', 'unseen\n')
    scene.file('main/keys/new, 1', 'unseen\n')
    scene.file('main/b.txt', 'b\n')
    const isClosed = (path: string) => path.startsWith(`${scene.at('main/keys')}/`)
    const { missing, workspace } = await copyOf('main', { isClosed })
    expect(missing).toEqual([expect.stringContaining('2 files that you may not read')])
    expect(readdirSync(join(workspace, 'keys')).sort()).toEqual(['gone', 'old'])
    expect(scene.text('copy/tree/keys/old')).toBe('old\n')
    expect(scene.git('copy/tree', 'log', '-p', '--format=')).not.toContain('unseen')
    expect(scene.text('copy/tree/b.txt')).toBe('b\n')
    mkdirSync(scene.at('empty'))
    scene.git('empty', 'init', '-q')
    for (const name of ['open', 'shut']) scene.file(`empty/${name}`, `${name}\n`)
    const first = { folder: scene.at('second'), isClosed: (path: string) => path === scene.at('empty/shut') }
    expect(readdirSync((await copyOf('empty', first)).workspace).sort()).toEqual(['.git', 'open'])
  })

  test('becomes a branch with the own commits of the child and with what it did not commit, untracked files too', async () => {
    const { workspace } = await copyOf('main')
    writeFileSync(join(workspace, 'one.txt'), 'one\n')
    scene.git('copy/tree', 'add', '.')
    scene.git('copy/tree', 'commit', '-qm', 'My own')
    writeFileSync(join(workspace, 'two.txt'), 'two\n')
    const kept = await keep()
    expect(kept).toMatchObject({ branch: 'drawbridge/fix-1', left: [] })
    expect(kept?.diff).toMatch(/\+one[\s\S]*\+two/)
    expect(kept?.summary).toContain('2 files changed')
    expect([show('one.txt'), show('two.txt')]).toEqual(['one\n', 'two\n'])
    expect(scene.git('main', 'log', '--format=%s', '-2', 'drawbridge/fix-1')).toBe('fix\nMy own\n')
    expect(scene.git('main', 'status', '--porcelain')).toBe('')
    await removeCopy(scene.at('copy'))
    expect(existsSync(scene.at('copy'))).toBe(false)
    const again = await copyOf('main', { from: 'drawbridge/fix-1' })
    expect(readdirSync(again.workspace)).toEqual(expect.arrayContaining(['one.txt', 'two.txt']))
    await expect(copyOf('main', { folder: scene.at('other'), from: 'gone' })).rejects.toThrow('"gone"')
  })

  test('without a change makes no branch', async () => {
    await copyOf('main')
    expect(await keep()).toEqual({ diff: '', summary: '', left: [] })
    expect(scene.git('main', 'branch', '--list', 'drawbridge/*')).toBe('')
  })

  test('runs no hook, filter or signature that the person, the repository or the child has configured', async () => {
    const ran = scene.at('ran')
    const program = scene.file('program.sh', `#!/bin/sh\necho "$0 $*" >> '${ran}'\ncat\n`)
    scene.git('main', 'update-index', '--refresh')
    for (const hook of ['post-checkout', 'reference-transaction', 'post-commit', 'pre-commit', 'post-index-change'])
      scene.file(`main/.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> '${ran}'\n`)
    const settings = `[core]\nfsmonitor = ${program}\n[commit]\ngpgSign = true\n[gpg]\nprogram = ${program}\n[filter "x"]\nclean = ${program}\nsmudge = ${program}\nrequired = true\n[diff]\nexternal = ${program}\n`
    scene.file('user/.gitconfig', settings)
    scene.file('main/.git/config', `${scene.text('main/.git/config')}${settings}`)
    scene.file('main/.gitattributes', '* filter=x diff=x\n')
    for (const name of readdirSync(scene.at('main/.git/hooks'))) {
      chmodSync(scene.at(`main/.git/hooks/${name}`), 0o755)
    }
    chmodSync(program, 0o755)
    const { workspace } = await copyOf('main')
    writeFileSync(join(workspace, 'one.txt'), 'one\n')
    const own = scene.text('copy/tree/.git/config') ?? ''
    scene.file(
      'copy/tree/.git/config',
      `${own}${settings}[core]\nworktree = /\nhooksPath = ${scene.at('main/.git/hooks')}\n`,
    )
    expect((await keep())?.branch).toBe('drawbridge/fix-1')
    expect(scene.text('ran')).toBeUndefined()
    expect(scene.git('main', '-c', 'core.fsmonitor=false', 'log', '-1', '--format=%G?', 'drawbridge/fix-1')).toBe('N\n')
  })

  test('says which submodules, nested repositories and LFS files it has not, and keeps a folder that git cannot', async () => {
    scene.createRepository('library')
    scene.git('main', 'submodule', '--quiet', 'add', '../library', 'libs/one')
    scene.file('main/.gitattributes', '*.bin filter=lfs diff=lfs\n')
    scene.git('main', 'add', '.')
    scene.git('main', 'commit', '-qm', 'more')
    scene.createRepository('main/nested')
    const { workspace, missing } = await copyOf('main')
    expect(missing).toEqual([
      expect.stringContaining('libs/one'),
      expect.stringContaining('LFS'),
      expect.stringContaining('nested'),
    ])
    mkdirSync(join(workspace, 'own'))
    scene.createRepository('copy/tree/own')
    expect((await keep())?.left).toEqual([expect.stringContaining('own')])
    expect(scene.git('main', 'ls-tree', '-r', '--name-only', 'main')).toContain('libs/one')
  })

  test('of a sub-folder, a linked worktree and a repository without a commit works in the same place', async () => {
    scene.file('main/packages/a/x.txt', 'x\n')
    expect((await copyOf('main/packages/a')).workspace).toBe(scene.at('copy/tree/packages/a'))
    scene.git('main', 'worktree', 'add', '-q', '-b', 'side', '../tree')
    scene.file('tree/side.txt', 'side\n')
    const linked = await copyOf('tree', { folder: scene.at('second') })
    expect(readdirSync(linked.workspace)).toContain('side.txt')
    mkdirSync(scene.at('empty'))
    scene.git('empty', 'init', '-q')
    scene.file('empty/first.txt', 'first\n')
    expect(readdirSync((await copyOf('empty', { folder: scene.at('third') })).workspace)).toContain('first.txt')
  })

  test('outside a repository fails, leaves nothing, and says what to do', async () => {
    mkdirSync(scene.at('plain'))
    await expect(copyOf('plain')).rejects.toThrow(/git init/)
    expect(existsSync(scene.at('copy'))).toBe(false)
  })

  test('whose folder is gone, or whose .git is a link to elsewhere, gives up nothing of others', async () => {
    await copyOf('main')
    rmSync(scene.at('copy/tree'), { recursive: true })
    expect(await keep()).toBeUndefined()
    await removeCopy(scene.at('copy'))
    scene.createRepository('foreign')
    scene.file('foreign/private.txt', 'private\n')
    scene.git('foreign', 'add', '.')
    scene.git('foreign', 'commit', '-qm', 'private')
    await copyOf('main')
    rmSync(scene.at('copy/tree/.git'), { recursive: true })
    symlinkSync(scene.at('foreign/.git'), scene.at('copy/tree/.git'))
    scene.file('copy/tree/mine.txt', 'mine\n')
    const kept = await keep()
    expect(scene.git('main', 'ls-tree', '-r', '--name-only', kept?.branch ?? '')).not.toContain('private.txt')
    expect(show('mine.txt')).toBe('mine\n')
  })

  test('takes another name for its branch if a branch is in the way', async () => {
    scene.git('main', 'branch', 'drawbridge')
    await copyOf('main')
    scene.file('copy/tree/mine.txt', 'mine\n')
    expect((await keep())?.branch).toBe('drawbridge-fix-1')
  })
})
