import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import type { AttachedRepository } from '../git/attached-repositories.ts'
import { createGitScene, type GitScene } from './__fixtures__/git-scene.ts'
import { noRepositoryPlaces, repositoryPlaces } from './repository-places.ts'

const worktree: AttachedRepository = {
  kind: 'worktree',
  own: '/m/.git/worktrees/w',
  common: '/m/.git',
  entries: ['HEAD', 'logs', 'objects', 'refs', 'worktrees'],
  shared: ['/m/.git/objects', '/m/.git/refs', '/m/.git/logs/refs'],
  redirections: ['/w/.husky'],
}
const submodule: AttachedRepository = { kind: 'submodule', folder: '/m/.git/modules/s', redirections: [] }
const options = { readsOnly: false, writable: ['/w'], masked: [] }

describe('the places of a repository elsewhere', () => {
  test('are its objects, references and the own folder to write, and the rest to read', () => {
    const { mounts, sealed } = repositoryPlaces([worktree], options)
    const written = mounts.flatMap(({ host, access }) => (access === 'write' ? [host] : []))
    expect(written).toEqual([...worktree.shared, worktree.own])
    expect(mounts.find(({ host }) => host === '/m/.git/worktrees')).toMatchObject({ access: 'read' })
    expect(sealed).toEqual([{ path: '/m/.git', lockable: 'packed-refs' }])
  })

  test('are only read by a run that only reads', () => {
    for (const repository of [worktree, submodule]) {
      const places = repositoryPlaces([repository], { ...options, readsOnly: true })
      expect(places.mounts.map(({ access }) => access)).toEqual(['read'])
      expect(places.sealed).toEqual([])
    }
  })

  test('are none in a hidden or denied folder', () => {
    const denials = (access: string) => ({
      bases: [],
      find: (path: string, ...accesses: readonly string[]) =>
        path === '/m/.git/modules/s' && accesses.includes(access) ? { rule: 'r', place: 'p' } : undefined,
      mayLieBelow: () => true,
    })
    expect(repositoryPlaces([worktree, submodule], { ...options, masked: ['/m'] })).toEqual(noRepositoryPlaces)
    expect(repositoryPlaces([submodule], { ...options, denials: denials('read') as never })).toEqual(noRepositoryPlaces)
    expect(repositoryPlaces([submodule], { ...options, denials: denials('write') as never })).toEqual(
      noRepositoryPlaces,
    )
  })

  test('leave the access of a folder that the operator lets be written', () => {
    const { mounts, sealed, readOnly } = repositoryPlaces([worktree], { ...options, writable: ['/w', '/m'] })
    expect(mounts.map(({ host }) => host)).toEqual([worktree.own])
    expect(sealed).toEqual([])
    expect(readOnly).toContain('/m/.git/worktrees/w/commondir')
  })
})

describeWithProgram('git', 'repositories in sandboxes', () => {
  describeWithProgram('bwrap', 'git works in linked worktrees and submodules', () => {
    let scene: GitScene
    beforeEach(() => {
      scene = createGitScene()
      scene.createRepository('user/main')
    })
    afterEach(() => scene[Symbol.asyncDispose]())
    const addWorktree = () => scene.git('user/main', 'worktree', 'add', '-q', '../tree', '-b', 'side')
    const addSubmodule = () => {
      scene.createRepository('user/library')
      scene.git('user/main', 'submodule', '--quiet', 'add', '../library', 'lib')
      scene.git('user/main', 'commit', '-qm', 'with a submodule')
    }

    test('a commit in a worktree arrives in the main repository, and stashes and branches work', async () => {
      addWorktree()
      const printed = await scene.shell(
        'user/tree',
        `git status --short && echo new > b && git add b && git commit -qm two && echo more >> b && git stash -q &&
        git stash pop -q && git commit -qam three && git switch -qc next && git tag v1 && git rebase -q main && git status`,
      )
      expect(printed).toContain('On branch next\nnothing to commit')
      expect(scene.git('user/main', 'log', '--format=%s', 'next')).toBe('three\ntwo\none\n')
      expect(scene.git('user/main', 'tag', '--list')).toBe('v1\n')
      expect(scene.git('user/main', 'status', '--short')).toBe('')
      expect(readdirSync(scene.at('user/main/.git/worktrees/tree'))).not.toContain('modules')
      expect(readdirSync(scene.at('user/main/.git/refs')).sort()).toEqual(['heads', 'tags'])
    })

    test('a worktree of a repository without a working tree gets its first history', async () => {
      scene.git('user', 'clone', '-q', '--bare', 'main', 'bare.git')
      scene.git('user/bare.git', 'worktree', 'add', '-q', '../tree', '-b', 'side')
      const printed = await scene.shell(
        'user/tree',
        'echo new > b && git add b && git commit -qm two && git log --format=%s',
      )
      expect(printed).toContain('two\none')
      expect(scene.git('user/bare.git', 'log', '--format=%s', 'side')).toBe('two\none\n')
    })

    describe('attacks from a worktree', () => {
      let attacked: GitScene
      let before: Readonly<Record<string, string>>
      beforeAll(() => {
        attacked = createGitScene()
        attacked.createRepository('user/main')
        attacked.git('user/main', 'worktree', 'add', '-q', '../tree', '-b', 'side')
        attacked.git('user/main', 'worktree', 'add', '-q', '--detach', '../other')
        attacked.file('user/other/c', 'only in the index\n')
        attacked.git('user/other', 'add', 'c')
        attacked.git('user/main', 'branch', 'kept')
        before = attacked.state('user/main/.git')
      })
      afterAll(() => attacked[Symbol.asyncDispose]())

      test.each([
        'echo x > M/config',
        'git config core.hooksPath /tmp',
        'git config --worktree core.pager evil',
        'printf "#!/bin/sh\\n" > M/hooks/pre-commit',
        'rm -rf M/hooks; mkdir M/hooks; echo x > M/hooks/pre-commit',
        'mv M/hooks M/h; mv M/config M/c; ln -sf /tmp M/hooks',
        'mkdir -p M/rebase-merge && echo "exec evil" > M/rebase-merge/git-rebase-todo',
        'mkdir M/sequencer; echo x > M/MERGE_HEAD; echo x > M/commondir',
        'mkdir -p M/modules/evil/hooks && echo x > M/modules/evil/config',
        'echo x > M/info/attributes; echo x > M/info/exclude; echo x > M/info/grafts',
        'echo /elsewhere > M/objects/info/alternates; rm -rf M/objects/info; mkdir M/objects/info',
        'git replace HEAD HEAD~0; mkdir -p M/refs/replace && echo x > M/refs/replace/y',
        'echo "ref: refs/heads/side" > M/HEAD; rm -f M/HEAD M/index; echo x > M/index',
        'echo x > M/worktrees/other/HEAD; echo x > M/worktrees/other/gitdir; rm -rf M/worktrees/other',
        'mv M/worktrees M/w; mkdir M/worktrees/new; git worktree add ../new; git worktree prune; git worktree remove --force ../other',
        'echo x > M/worktrees/tree/commondir; rm -f M/worktrees/tree/commondir; mv M/worktrees/tree/commondir M/worktrees/tree/c',
        'echo x > M/worktrees/tree/gitdir; ln -sf /tmp M/worktrees/tree/gitdir; mkdir -p M/worktrees/tree/modules/x/hooks',
        'echo "[core] hooksPath = /tmp" > M/worktrees/tree/config.worktree; rm -f M/worktrees/tree/config.worktree',
        'git pack-refs --all --prune; git gc -q --prune=now; git prune --expire=now; git repack -adq',
        'rm -f M/packed-refs; echo x > M/packed-refs; mv M/.drawbridge-lock M/l; rm -rf M/.drawbridge-lock',
        'echo "gitdir: /elsewhere" > .git; rm -f .git; mv .git g; mkdir .git',
        'umount M/config M/hooks M; mount --bind /tmp M/hooks; echo x > M/config',
        'rm -rf M/logs/HEAD; echo x > M/logs/HEAD; rm -f M/shallow; echo x > M/shallow',
      ])('nothing that runs later, and no state of others, is changed by: %s', async (attack) => {
        await attacked.shell(
          'user/tree',
          attack.replaceAll('M/', `${attacked.at('user/main/.git')}/`).replace(/ M;/, ' ;'),
        )
        expect(attacked.state('user/main/.git')).toEqual(before)
        expect(attacked.text('user/tree/.git')).toMatch(/^gitdir: .*\/main\/\.git\/worktrees\/tree\n$/)
        expect(attacked.git('user/other', 'show', ':c')).toBe('only in the index\n')
        expect(attacked.git('user/main', 'branch', '--format=%(refname:short)')).toMatch(/^kept\nmain\n(new\n)?side\n$/)
        expect(attacked.git('user/main', 'fsck', '--connectivity-only', '--no-dangling')).toBe('')
      })
    })

    test('the hooks that settings name in a worktree cannot be changed', async () => {
      addWorktree()
      scene.git('user/main', 'config', 'core.hooksPath', 'hooks')
      scene.file('user/tree/hooks/pre-commit', 'ours')
      await scene.shell(
        'user/tree',
        'echo x > hooks/pre-commit; echo x > hooks/new; mv hooks h; mkdir hooks; echo x > hooks/pre-push',
      )
      expect(readdirSync(scene.at('user/tree/hooks'))).toEqual(['pre-commit'])
      expect(scene.text('user/tree/hooks/pre-commit')).toBe('ours')
    })

    test('what git cannot do there is said, with the way out', async () => {
      addWorktree()
      expect(await scene.shell('user/tree', 'git branch -D side; git branch x; git branch -D x')).toContain(
        'It cannot delete branches, tags and other references',
      )
      expect(await scene.shell('user/tree', 'git config user.name x')).toContain('ask the user to do that outside')
    })

    test('a worktree is read, and not changed, by a run that only reads', async () => {
      addWorktree()
      const before = scene.state('user/main/.git', { isWhole: true })
      const printed = await scene.shell('user/tree', 'git log --format=%s; git commit --allow-empty -m x', {
        readsOnly: true,
      })
      expect(printed).toMatch(/^one\n(.|\n)*Read-only file system/)
      expect(scene.state('user/main/.git', { isWhole: true })).toEqual(before)
    })

    test('a repository that the worktree does not belong to is not shown', async () => {
      addWorktree()
      scene.file('user/foreign/.git', `gitdir: ${scene.at('user/main/.git/worktrees/tree')}\n`)
      expect(await scene.shell('user/foreign', 'git log')).toContain('not a git repository')
    })

    test('commits are made in a submodule, from inside it and from the repository around it', async () => {
      addSubmodule()
      const commit = (name: string) =>
        `echo x > ${name} && git add ${name} && git commit -qm ${name} && git log --format=%s`
      expect(await scene.shell('user/main/lib', commit('inside'))).toContain('inside\none')
      const around = await scene.shell(
        'user/main',
        `cd lib && ${commit('around')} && cd .. && git commit -qam both && git status`,
      )
      expect(around).toContain('around\ninside\none')
      expect(around).toContain('nothing to commit')
      expect(scene.git('user/main/lib', 'status', '--short')).toBe('')
    })

    test.each(['user/main', 'user/main/lib'])(
      'hooks and settings of a submodule are not changed from %s',
      async (workspace) => {
        addSubmodule()
        const module = scene.at('user/main/.git/modules/lib')
        const names = readdirSync(module).sort()
        const config = scene.text('user/main/.git/modules/lib/config')
        const hooks = readdirSync(`${module}/hooks`).sort()
        await scene.shell(
          workspace,
          `cd ${module} && { echo x > config; rm -f config; mv config c; echo x > hooks/pre-commit; mv hooks h; mkdir hooks
        echo x > commondir; rm -f commondir; mkdir -p modules/evil worktrees/evil; echo x > config.worktree
        mkdir ../new; echo x > ../x; mv ../lib ../l; git config core.pager evil; }`,
        )
        expect(readdirSync(module).sort()).toEqual(names)
        expect(scene.text('user/main/.git/modules/lib/config')).toBe(config)
        expect(readdirSync(`${module}/hooks`).sort()).toEqual(hooks)
        expect(readdirSync(scene.at('user/main/.git/modules'))).toEqual(['lib'])
      },
    )

    test('a worktree with the main repository in a writable folder keeps both writable', async () => {
      addWorktree()
      const writeRoots = [scene.at('user/main')]
      const printed = await scene.shell(
        'user/tree',
        `git commit -q --allow-empty -m two && cd ../main && git commit -q --allow-empty -m three && git log --format=%s
        echo x > .git/hooks/pre-commit; echo x > .git/worktrees/tree/commondir; mkdir .git/worktrees/new`,
        { writeRoots },
      )
      expect(printed).toContain('three\none')
      expect(scene.git('user/main', 'log', '--format=%s', 'side')).toBe('two\none\n')
      expect(existsSync(scene.at('user/main/.git/hooks/pre-commit'))).toBe(false)
      expect(scene.text('user/main/.git/worktrees/tree/commondir')).toBe('../..\n')
      expect(readdirSync(scene.at('user/main/.git/worktrees'))).toEqual(['tree'])
    })

    test('a folder of a worktree is a workspace without a repository, as everywhere', async () => {
      addWorktree()
      mkdirSync(scene.at('user/tree/part'))
      expect(await scene.shell('user/tree/part', 'git log')).toContain('not a git repository')
    })
  })
})
