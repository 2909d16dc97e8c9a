import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { DeclaredTarget, Target } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { type CommandAnalyser, plainAnalyser } from './command-analysis.ts'
import { createTargetResolver } from './create-target-resolver.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const read = (path: string): DeclaredTarget => ({ kind: 'path', path, access: 'read' })
const write = (path: string): DeclaredTarget => ({ kind: 'path', path, access: 'write' })

describe('a path target', () => {
  test('inside the workspace is resolved to its real path', async () => {
    scene.file('workspace/src/a.ts')
    scene.symlink('workspace/lib', 'src')
    expect(await scene.targets(read('lib/../src/./a.ts'))).toEqual([
      {
        kind: 'path',
        declared: 'lib/../src/./a.ts',
        real: join(scene.workspace, 'src/a.ts'),
        access: 'read',
        recursive: false,
        zone: 'workspace',
        sensitive: false,
        protected: false,
      },
    ])
  })

  test('behind a link out of the workspace lies outside', async () => {
    scene.symlink('workspace/notes.txt', '../outside/secret.txt')
    expect(await scene.targets(read('notes.txt'))).toMatchObject([
      { declared: 'notes.txt', real: join(scene.outside, 'secret.txt'), zone: 'outside' },
    ])
  })

  test('below a linked folder lies outside even if it does not exist yet', async () => {
    scene.symlink('workspace/cache', '../outside')
    expect(await scene.targets(write('cache/new/file.txt'))).toMatchObject([
      { real: join(scene.outside, 'new/file.txt'), zone: 'outside' },
    ])
  })

  test('in a workspace that is itself given through a link lies inside', async () => {
    scene.symlink('linked', 'workspace')
    const resolver = createTargetResolver({ workspace: join(scene.root, 'linked') })
    const declared = [read(join(scene.root, 'linked/a.ts')), read(join(scene.workspace, 'b.ts'))]
    const resolution = await resolver.resolve(declared, testPrincipal)
    expect(resolution).toMatchObject({ targets: [{ zone: 'workspace' }, { zone: 'workspace' }] })
  })

  test('in a read root is a root for reading and outside for writing', async () => {
    const skills = scene.folder('skills')
    using other = createScene({ readRoots: [skills] })
    const path = join(skills, 'pdf.md')
    expect(await other.targets(read(path), write(path))).toMatchObject([{ zone: 'root' }, { zone: 'outside' }])
  })

  test('in a write root is a root for both', async () => {
    const shared = scene.folder('shared')
    using other = createScene({ writeRoots: [shared] })
    const path = join(shared, 'x')
    expect(await other.targets(read(path), write(path))).toMatchObject([{ zone: 'root' }, { zone: 'root' }])
  })

  test('in the folder for temporary files is a root only where the operator said so', async () => {
    using allowing = createScene({ temporaryFolder: true })
    const path = join(scene.root, 'x')
    expect(await allowing.targets(write(path))).toMatchObject([{ zone: 'root' }])
    expect(await scene.targets(write(path))).toMatchObject([{ zone: 'outside' }])
  })

  test('with ~ means the home of the user', async () => {
    expect(await scene.targets(read('~/notes.txt'))).toMatchObject([{ real: join(scene.root, 'user/notes.txt') }])
  })

  test('with a credential in its name or place is sensitive, also behind a link of such a name', async () => {
    scene.file('workspace/settings')
    scene.symlink('workspace/.env', 'settings')
    const targets = await scene.targets(read('.env'), read('~/.ssh/config'), read('server.pem'), read('settings'))
    expect(targets.map((target) => target.sensitive)).toEqual([true, true, true, false])
  })

  test('that decides what runs later is protected', async () => {
    const targets = await scene.targets(write('.git/hooks/pre-commit'), write('drawbridge.jsonc'), write('src/x.ts'))
    expect(targets.map((target) => target.protected)).toEqual([true, true, false])
  })

  test.each(['read', 'write', 'delete'] as const)(
    'of a file with a second hard link counts as outside to %s',
    async (access) => {
      scene.hardlink('workspace/notes.txt', 'outside/secret.txt')
      const [target] = await scene.targets({ kind: 'path', path: 'notes.txt', access })
      expect(target).toMatchObject({ zone: 'outside', why: expect.stringContaining('hard link') })
    },
  )

  test('of a file that a package manager linked is read freely, unless it is private', async () => {
    scene.hardlink('workspace/node_modules/a/index.js', scene.file('store/index.js'))
    scene.hardlink('workspace/node_modules/a/key', 'outside/secret.txt')
    chmodSync(join(scene.outside, 'secret.txt'), 0o600)
    const targets = await scene.targets(read('node_modules/a/index.js'), read('node_modules/a/key'))
    expect(targets.map((target) => target.zone)).toEqual(['workspace', 'outside'])
  })

  test('that deletes a link is the link itself', async () => {
    scene.symlink('workspace/out', '../outside/secret.txt')
    const [target] = await scene.targets({ kind: 'path', path: 'out', access: 'delete' })
    expect(target).toMatchObject({
      real: join(scene.workspace, 'out'),
      zone: 'workspace',
      why: expect.stringContaining('link'),
    })
  })
})

describe('a call is refused, and told why,', () => {
  test.each([
    ['an empty path', '', 'failed', 'empty'],
    ['a NUL character', 'a\0.txt', 'failed', 'NUL'],
    ['a link to itself', 'loop', 'failed', 'loop'],
    ['a name that is too long', 'x'.repeat(300), 'failed', 'longer'],
    ['the root of a process', '/proc/self/root/etc/hostname', 'denied', 'process file system'],
    ['own data by a link', 'own/key', 'denied', 'own data'],
    ['an own folder in the workspace', 'sub/.Drawbridge./x', 'denied', 'own data'],
  ])('for %s', async (_, path, status, says) => {
    scene.symlink('workspace/loop', 'loop')
    scene.symlink('workspace/own', '../home')
    const resolution = await scene.resolve(read(path))
    expect(resolution).toMatchObject({ status, failure: { message: expect.stringContaining(says) } })
    expect(resolution).toMatchObject({
      failure: { code: status === 'denied' ? 'path_outside_roots' : 'invalid_target' },
    })
  })

  test('for a read outside where the run is confined to its workspace', async () => {
    using confined = createScene({ readScope: 'workspace' })
    confined.hardlink('workspace/hard.txt', 'outside/secret.txt')
    for (const path of ['/etc/hostname', '../outside/secret.txt', 'hard.txt']) {
      expect(await confined.resolve(read(path))).toMatchObject({
        status: 'denied',
        failure: { code: 'path_outside_roots' },
      })
    }
  })

  test('for deleting the workspace or a folder that holds it', async () => {
    for (const path of ['.', '..', scene.root, '/']) {
      expect(await scene.resolve({ kind: 'path', path, access: 'delete', recursive: true })).toMatchObject({
        status: 'denied',
      })
    }
  })
})

describe('a command target', () => {
  const run = (argv: readonly string[], cwd?: string): DeclaredTarget => ({
    kind: 'command',
    argv,
    ...(cwd === undefined ? {} : { cwd }),
  })
  const resolved = async (...declared: DeclaredTarget[]): Promise<readonly Target[]> => {
    const resolution = await scene.resolve(...declared)
    return resolution.status === 'resolved' ? resolution.targets : []
  }

  test('names the real file that would run, in the workspace', async () => {
    expect(await resolved(run(['node', '--version']))).toMatchObject([
      {
        kind: 'command',
        program: { name: 'node', path: process.execPath },
        cwd: scene.workspace,
        readonly: false,
        unapproved: null,
        dynamic: false,
      },
    ])
  })

  test('of a bare name is never a file of the working folder', async () => {
    chmodSync(scene.file('workspace/tool', '#!/bin/sh\n'), 0o755)
    expect(await resolved(run(['tool']))).toMatchObject([{ program: { name: 'tool' } }])
    expect(await resolved(run(['tool']))).not.toHaveProperty('0.program.path')
    expect(await resolved(run(['./tool']))).toMatchObject([{ program: { path: join(scene.workspace, 'tool') } }])
  })

  test('in a folder outside brings that folder as a target of its own', async () => {
    expect(await resolved(run(['node'], scene.outside))).toMatchObject([
      { kind: 'path', real: scene.outside, zone: 'outside' },
      { kind: 'command', cwd: scene.outside },
    ])
  })

  test('is denied where it runs in, runs or names own data', async () => {
    chmodSync(scene.file('home/tool', '#!/bin/sh\n'), 0o755)
    scene.symlink('workspace/tool', '../home/tool')
    for (const target of [
      run(['node'], '../home'),
      run(['./tool']),
      run(['cat', '../home/key']),
      run(['x', '--file=../home/key']),
      run(['mkdir', '.drawbridge/tools']),
    ]) {
      expect(await scene.resolve(target)).toMatchObject({ status: 'denied', failure: { code: 'path_outside_roots' } })
    }
  })

  test('may name what is not a path of ours', async () => {
    expect(await resolved(run(['grep', '.drawbridge', '/dev/stdin', '-e', 'https://example.org/x', '']))).toHaveLength(
      1,
    )
  })

  test('whose program only the shell knows stays dynamic', async () => {
    const analyser: CommandAnalyser = {
      ...plainAnalyser,
      analyseShell: () => ({
        commands: [
          {
            argv: [{ text: '', static: false }],
            dynamic: true,
            readonly: false,
            unapproved: null,
            gadgets: [],
            denyGroups: [],
          },
        ],
        touches: [],
      }),
    }
    const resolver = createTargetResolver({ workspace: scene.workspace, analyser: async () => analyser })
    expect(await resolver.resolve([{ kind: 'shell', command: '$PROGRAM' }], testPrincipal)).toMatchObject({
      targets: [{ kind: 'command', dynamic: true, program: { name: '' } }],
    })
  })

  test('without a program is refused', async () => {
    expect(await scene.resolve(run([]))).toMatchObject({ status: 'failed', failure: { code: 'invalid_target' } })
  })

  test.each<DeclaredTarget>([
    { kind: 'command', argv: ['echo', 'a\0b'] },
    { kind: 'command', argv: ['ec\0ho'] },
    { kind: 'shell', command: 'echo a\0b' },
  ])('with a NUL character, which no program can be given, is refused: %j', async (target) => {
    expect(await scene.resolve(target)).toMatchObject({
      status: 'failed',
      failure: { code: 'invalid_target', message: expect.stringContaining('NUL') },
    })
  })

  test('of a shell line is unknown without an analyser, and what the analyser says with one', async () => {
    const line: DeclaredTarget = { kind: 'shell', command: 'cat ../outside/secret.txt' }
    expect(await resolved(line)).toMatchObject([{ kind: 'dynamic', of: 'command' }])
    const analyser: CommandAnalyser = {
      ...plainAnalyser,
      analyseShell: (command, cwd) => ({
        ...plainAnalyser.analyseArgv(command.split(' '), cwd),
        touches: [read('../outside/secret.txt')],
      }),
    }
    const resolver = createTargetResolver({ workspace: scene.workspace, analyser: async () => analyser })
    expect(await resolver.resolve([line], testPrincipal)).toMatchObject({
      targets: [
        { kind: 'command', program: { name: 'cat' } },
        { kind: 'path', zone: 'outside' },
      ],
    })
  })
})

describe('a URL target', () => {
  test.each([
    ['https://Example.org/x', { scheme: 'https', host: 'example.org', port: 443 }],
    ['http://127.1:8080', { scheme: 'http', host: '127.0.0.1', port: 8080 }],
  ])('%s is a host and a port', async (url, expected) => {
    expect(await scene.resolve({ kind: 'url', url })).toMatchObject({ targets: [{ kind: 'host', ...expected }] })
  })

  test.each(['not a url', 'file:///etc/passwd', 'data:text/plain,x'])('%s is refused', async (url) => {
    expect(await scene.resolve({ kind: 'url', url })).toMatchObject({ status: 'failed' })
  })
})

test('a folder of the options that is missing or not absolute is a mistake of the operator', () => {
  expect(() => createTargetResolver({ workspace: join(scene.root, 'missing') })).toThrow(/not an existing folder/)
  expect(() => createTargetResolver({ workspace: scene.workspace, readRoots: ['skills'] })).toThrow(/not absolute/)
})
