import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandTarget } from '@drawbridge/core/target'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { whyGitRuns } from './why-git-runs.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync('/var/tmp/drawbridge-git-'))
  mkdirSync(join(root, 'user'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(cwd: string, ...words: string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']
  const env = { PATH: process.env.PATH ?? '', HOME: join(root, 'user') }
  execFileSync('git', ['-C', cwd, ...own, ...words], { stdio: 'ignore', env })
}

function put(name: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text, { mode })
  return join(root, name)
}

function repository(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q')
  put(`${name}/a.txt`, 'one\n')
  put(`${name}/b.txt`, 'same\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'one')
  put(`${name}/a.txt`, 'two\n')
  return folder
}

/** Puts a link in the place of a part of the inner repository. */
function swap(name: string, target: string): void {
  rmSync(join(root, 'r/in/.git', name), { recursive: true })
  symlinkSync(target, join(root, 'r/in/.git', name))
}

function command(cwd: string, ...words: string[]): CommandTarget {
  return {
    kind: 'command',
    argv: ['git', ...words].map((text) => ({ text, static: true })),
    program: { name: 'git' },
    cwd,
    dynamic: false,
    readonly: true,
    unapproved: 'contained',
    gadgets: [],
    denyGroups: [],
  }
}

const why = (cwd: string, ...words: string[]) => whyGitRuns(command(cwd, ...words), { userHome: join(root, 'user') })

describeWithProgram('git', 'repositories are made by it', () => {
  test('an ordinary repository names no program, nor does a place without any', () => {
    expect(why(repository('r'), 'status')).toBeUndefined()
    mkdirSync(join(root, 'r/sub'))
    expect(why(join(root, 'r/sub'), 'log')).toBeUndefined()
    expect(why(join(root, 'user'), 'status')).toBeUndefined()
  })

  /** Each leaves a mark where git runs it, and is tried with git itself: a payload that never runs would prove nothing. */
  const payloads: readonly (readonly [what: string, plant: (folder: string, payload: string) => void, read: string])[] =
    [
      ['a monitor', (folder, payload) => git(folder, 'config', 'core.fsmonitor', payload), 'status'],
      [
        'a filter',
        (folder, payload) => {
          git(folder, 'config', 'filter.x.clean', `${payload}; cat`)
          put('r/.gitattributes', '*.txt filter=x\n')
        },
        'diff',
      ],
      [
        'a text converter',
        (folder, payload) => {
          git(folder, 'config', 'diff.x.textconv', payload)
          put('r/.gitattributes', '*.txt diff=x\n')
        },
        'diff',
      ],
      [
        'a diff driver',
        (folder, payload) => {
          git(folder, 'config', 'diff.x.command', payload)
          put('r/.gitattributes', '*.txt diff=x\n')
        },
        'diff',
      ],
      ['an external diff', (folder, payload) => git(folder, 'config', 'diff.external', payload), 'diff'],
      [
        'a hook',
        (_folder, payload) => {
          put('r/.git/hooks/post-index-change', `#!/bin/sh\n${payload}\n`, 0o755)
        },
        'status',
      ],
      [
        'a folder of hooks',
        (folder, payload) => {
          put('r/own/post-index-change', `#!/bin/sh\n${payload}\n`, 0o755)
          git(folder, 'config', 'core.hooksPath', 'own')
        },
        'status',
      ],
      [
        'an included file',
        (folder, payload) => {
          put('r/.git/more', `[include]\n\tpath = ../evil.ini\n`)
          put('r/evil.ini', `[core]\n\tfsmonitor = "${payload}"\n`)
          git(folder, 'config', 'include.path', 'more')
        },
        'status',
      ],
      ['an alias', (folder, payload) => git(folder, 'config', 'alias.st', `!${payload}`), 'st'],
    ]

  test.each(payloads)('%s of a repository is found, at any depth', (_what, plant, read) => {
    const folder = repository('r')
    const mark = join(root, 'mark')
    plant(folder, put('payload', `#!/bin/sh\ntouch ${mark}\nexit 0\n`, 0o755))
    mkdirSync(join(folder, 'deep/er'), { recursive: true })
    for (const from of [
      why(folder, read),
      why(join(folder, 'deep/er'), read),
      why(root, '-C', 'r', '-C', 'deep', read),
    ])
      expect(from).toMatch(/program|hook/)
    expect(existsSync(mark)).toBe(false)
    // Git writes its index, and starts the hook for it, only if the time of an unchanged file differs.
    utimesSync(join(folder, 'b.txt'), 1, 1)
    try {
      git(folder, read)
    } catch {
      // What the payload prints need not please git.
    }
    expect(existsSync(mark)).toBe(true)
  })

  test('a bare repository that lies in a folder is one', () => {
    const bare = join(root, 'bare')
    mkdirSync(bare)
    git(bare, 'init', '-q', '--bare', '.')
    git(bare, 'config', 'core.fsmonitor', 'x')
    expect(why(join(bare, 'refs'), 'status')).toContain('program')
    expect(why(root, '-C', 'bare', 'status')).toContain('program')
  })

  test('a worktree shares the settings of the main one', () => {
    const folder = repository('r')
    git(folder, 'worktree', 'add', '-q', join(root, 'tree'))
    expect(why(join(root, 'tree'), 'status')).toBeUndefined()
    git(folder, 'config', 'core.fsmonitor', 'x')
    expect(why(join(root, 'tree'), 'status')).toContain('program')
  })

  test('a sub-repository has settings of its own', () => {
    const folder = repository('r')
    repository('part')
    git(folder, 'submodule', 'add', '-q', join(root, 'part'), 'part')
    expect(why(folder, 'status')).toContain('nested ones')
  })

  test('repositories that lie in one are asked about wherever git may look into them', () => {
    const folder = repository('r')
    for (const words of [
      ['log', '-p', '--submodule=diff'],
      ['diff', '--submod'],
      ['grep', '--recurse-submodules', 'x'],
      ['submodule', 'status'],
    ])
      expect(why(folder, ...words)).toContain('reads nested repositories')
    git(folder, 'config', 'diff.submodule', 'diff')
    expect(why(folder, 'show')).toContain('diff.submodule')
    git(folder, 'config', '--unset', 'diff.submodule')
    expect(why(folder, 'show')).toBeUndefined()
    git(folder, 'update-index', '--split-index')
    expect(why(folder, 'status')).toContain('nested ones')
  })

  test.each([
    ['a file that names another', (folder: string) => put(`r/in/.git`, `gitdir: ${folder}\n`)],
    ['a link', (folder: string) => symlinkSync(folder, join(root, 'r/in/.git'))],
    ['objects of another', (folder: string) => put('r/in/.git/objects/info/alternates', `${folder}/objects\n`)],
    ['objects behind a link', (folder: string) => swap('objects', join(folder, 'objects'))],
    ['refs behind a link', (folder: string) => swap('refs', join(folder, 'refs'))],
    ['settings of another', (folder: string) => put('r/in/.git/commondir', `${folder}\n`)],
    ['files of another place', () => git(join(root, 'r/in'), 'config', 'core.worktree', join(root, 'user'))],
    ['included settings of another place', () => git(join(root, 'r/in'), 'config', 'include.path', '~/credentials')],
  ])('a repository that would show what lies elsewhere is asked about: %s', (what, plant) => {
    const other = join(repository('private'), '.git')
    put('user/credentials', '[default]\n\tkey = x\n')
    if (what === 'a file that names another' || what === 'a link') mkdirSync(join(root, 'r/in'), { recursive: true })
    else expect(why(repository('r/in'), 'log')).toBeUndefined()
    plant(other)
    expect(why(join(root, 'r/in'), 'log')).toContain('elsewhere')
  })

  test("a person's own settings count where git runs them to read", () => {
    const folder = repository('r')
    put('user/.gitconfig', '[core]\n\teditor = vim\n[credential]\n\thelper = store\n')
    expect(why(folder, 'status')).toBeUndefined()
    put('user/.gitconfig', '[diff "x"]\n\ttextconv = cat\n')
    expect(why(folder, 'status')).toContain('program')
  })

  test.each([
    ['another repository by an option', ['--git-dir', '/x', 'status']],
    ['a folder behind an option that takes a word', ['--namespace', 'x', '-C', 'r', 'status']],
    ['a folder behind one that is not known', ['--strange', 'x', '-C', 'r', 'status']],
    ['a setting by an option', ['-c', 'core.fsmonitor=x', 'status']],
    ['a file that cannot be read as settings', ['status'], '[core\n'],
  ])('what is not understood is not an answer: %s', (_what, words, config?: string) => {
    const folder = repository('r')
    if (config !== undefined) writeFileSync(join(folder, '.git/config'), config)
    expect(why(folder, ...words)).toBeDefined()
  })
})
