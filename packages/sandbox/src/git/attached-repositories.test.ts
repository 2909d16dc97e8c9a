import { mkdirSync, symlinkSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createGitScene, type GitScene } from '../machine/__fixtures__/git-scene.ts'
import { attachedRepositories } from './attached-repositories.ts'

let scene: GitScene
beforeEach(() => {
  scene = createGitScene()
})
afterEach(() => scene[Symbol.asyncDispose]())

const found = (workspace: string) =>
  attachedRepositories({ workspace: scene.at(workspace), userHome: scene.at('user') }).map((repository) =>
    repository.kind === 'worktree' ? [repository.own, repository.common] : [repository.folder],
  )

describeWithProgram('git', 'repositories that a workspace uses elsewhere', () => {
  test('are that of a linked worktree, with its own folder', () => {
    scene.createRepository('main')
    scene.git('main', 'worktree', 'add', '-q', '../tree')
    expect(found('tree')).toEqual([[scene.at('main/.git/worktrees/tree'), scene.at('main/.git')]])
    expect(found('main')).toEqual([])
  })

  test('are those of submodules, from the submodule and from the repository around it', () => {
    scene.createRepository('library')
    scene.createRepository('main')
    scene.git('main', 'submodule', '--quiet', 'add', '../library', 'libs/one')
    expect(found('main')).toEqual([[scene.at('main/.git/modules/libs/one')]])
    expect(found('main/libs/one')).toEqual([[scene.at('main/.git/modules/libs/one')]])
  })

  test('are none if the repository does not name the workspace', () => {
    scene.createRepository('main')
    scene.git('main', 'worktree', 'add', '-q', '../tree')
    scene.createRepository('library')
    scene.git('main', 'submodule', '--quiet', 'add', '../library', 'library')
    scene.file('foreign/.git', `gitdir: ${scene.at('main/.git/worktrees/tree')}`)
    scene.file('other/.git', `gitdir: ${scene.at('main/.git/modules/library')}`)
    scene.file('third/.git', `gitdir: ${scene.at('main/.git')}`)
    for (const workspace of ['foreign', 'other', 'third']) expect(found(workspace)).toEqual([])
  })

  test('are none if a part that git changes is a link', () => {
    scene.createRepository('main')
    scene.git('main', 'worktree', 'add', '-q', '../tree')
    scene.git('main', 'worktree', 'add', '-q', '../other')
    mkdirSync(scene.at('elsewhere'))
    scene.move('main/.git/refs', 'elsewhere/refs')
    symlinkSync(scene.at('elsewhere/refs'), scene.at('main/.git/refs'))
    expect(found('tree')).toEqual([])
  })
})
