import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DeclaredTarget, Target } from '@drawbridge/core'
import type { FileAccess, ProcessRunner } from '@drawbridge/core/machine'
import type { Invocation } from '@drawbridge/core/target'
import { testPrincipal } from '@drawbridge/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createTargetResolver } from '../target/create-target-resolver.ts'
import { createFakeBackend, type FakeBackend, type FakeBackendOptions } from '../testing/create-fake-backend.ts'
import { createSandboxMachine, type SandboxMachine } from './create-sandbox-machine.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

const settings: SandboxSettings = {
  backend: 'docker',
  workspace: 'write',
  network: 'none',
  limits: {},
  scope: 'session',
}

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync('/var/tmp/drawbridge-machine-'))
  for (const folder of ['workspace', 'home', 'user', 'temporary']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(path: string, content = ''): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  return join(root, path)
}

interface Scene {
  readonly backend: FakeBackend
  readonly machine: SandboxMachine
  resolve(...declared: DeclaredTarget[]): Promise<{ targets: readonly Target[]; invocations?: readonly Invocation[] }>
  refusal(...declared: DeclaredTarget[]): Promise<{ code: string; message: string }>
  files(...declared: DeclaredTarget[]): Promise<FileAccess>
  processes(...declared: DeclaredTarget[]): Promise<ProcessRunner>
}

function open(given: Partial<SandboxSettings> = {}, fake: FakeBackendOptions = {}, readsOnly = false): Scene {
  const backend = createFakeBackend({ kind: given.backend ?? 'docker', ...fake })
  const machine = createSandboxMachine({
    workspace: join(root, 'workspace'),
    home: join(root, 'home'),
    userHome: join(root, 'user'),
    backend,
    settings: { ...settings, ...given },
    key: 'k',
    temporary: join(root, 'temporary'),
    readsOnly,
  })
  const resolver = createTargetResolver(machine.resolverOptions)
  const scopeOf = async (declared: DeclaredTarget[]) => {
    const resolution = await resolver.resolve(declared, testPrincipal)
    if (resolution.status !== 'resolved') throw new Error(resolution.failure.message)
    return { ...resolution, principal: testPrincipal, signal: new AbortController().signal }
  }
  return {
    backend,
    machine,
    resolve: async (...declared) => scopeOf(declared),
    refusal: async (...declared) => {
      const resolution = await resolver.resolve(declared, testPrincipal)
      if (resolution.status === 'resolved') throw new Error('was resolved')
      return resolution.failure
    },
    files: async (...declared) => machine.files(await scopeOf(declared)),
    processes: async (...declared) => machine.processes(await scopeOf(declared)),
  }
}

const read = (path: string): DeclaredTarget => ({ kind: 'path', path, access: 'read' })
const write = (path: string): DeclaredTarget => ({ kind: 'path', path, access: 'write' })

describe('a path of a file tool', () => {
  test('leads to the same file in every spelling of the workspace', async () => {
    const real = file('workspace/src/a.txt', 'hello')
    const { resolve } = open()
    for (const path of ['src/a.txt', '/workspace/src/a.txt', '/workspace/./src/../src/a.txt', real]) {
      expect(await resolve(read(path))).toMatchObject({ targets: [{ declared: path, real, zone: 'workspace' }] })
    }
  })

  test('below /tmp is the private folder of the sandbox, whatever the machine has there', async () => {
    const scene = open()
    const { targets } = await scene.resolve(write('/tmp/out.txt'))
    expect(targets).toMatchObject([{ real: join(root, 'temporary/out.txt'), zone: 'root' }])
    const files = await scene.files(write('/tmp/out.txt'))
    await files.write('/tmp/out.txt', Buffer.from('x'), { mode: 'create' })
    expect(readFileSync(join(root, 'temporary/out.txt'), 'utf8')).toBe('x')
    // The home of a program in a container, not of the user of this machine.
    expect(await scene.resolve(read('~/out.txt'))).toMatchObject({
      targets: [{ real: join(root, 'temporary/out.txt') }],
    })
  })

  test('follows links as a program inside would', async () => {
    file('workspace/real/b.txt', 'b')
    file('temporary/t.txt', 't')
    symlinkSync('/workspace/real', join(root, 'workspace/inside'))
    symlinkSync('/tmp/t.txt', join(root, 'workspace/temporary'))
    const { resolve } = open()
    expect(await resolve(read('inside/b.txt'), read('temporary'))).toMatchObject({
      targets: [{ real: join(root, 'workspace/real/b.txt') }, { real: join(root, 'temporary/t.txt') }],
    })
  })

  test.each([
    ['outside of what it shows', () => file('user/notes.txt')],
    ['below another home by name', () => '~/notes.txt/../../user/notes.txt'],
    ['beside the workspace', () => '../user/notes.txt'],
    ['beside it, as the sandbox spells it', () => '/workspace/../etc/passwd'],
    ['a file with credentials', () => file('workspace/.env', 'TOKEN=1')],
    ['a folder of ours in the workspace', () => file('workspace/.drawbridge/x')],
    ["Drawbridge's home", () => file('home/key')],
    [
      'a link that leads out',
      () => {
        symlinkSync(file('user/secret'), join(root, 'workspace/link'))
        return 'link'
      },
    ],
  ])('is refused, and told what there is to see: %s', async (_what, path) => {
    const failure = await open().refusal(read(path()))
    expect(failure.code).toBe('path_outside_roots')
    expect(failure.message).toContain(
      'It sees the workspace "/workspace" and "/tmp"; of those, files with credentials are hidden.',
    )
  })

  test('may make a file whose name is that of credentials, and does not see it afterwards', async () => {
    const scene = open()
    const files = await scene.files(write('.env'))
    await files.write('.env', Buffer.from('A=1'), { mode: 'create' })
    expect(await scene.refusal(read('.env'))).toMatchObject({ code: 'path_outside_roots' })
  })

  test('is refused in words that fit where nothing of the user is shown', async () => {
    const { resolverOptions } = createSandboxMachine({
      workspace: join(root, 'workspace'),
      backend: createFakeBackend(),
      settings: { ...settings, workspace: 'none' },
      key: 'k',
    })
    const resolution = await createTargetResolver(resolverOptions).resolve([read('a.txt')], testPrincipal)
    expect(resolution).toMatchObject({
      failure: { message: '"a.txt" cannot be seen from the sandbox of this run. It sees no folder of this user.' },
    })
  })

  test('finds nothing hidden in a listing', async () => {
    file('workspace/a.txt')
    file('workspace/.env')
    file('workspace/.drawbridge/x')
    const list = { kind: 'path', path: '.', access: 'list', recursive: true } as const
    const names: string[] = []
    for await (const { path } of (await open().files(list)).walk('.')) names.push(path)
    expect(names).toEqual(['a.txt'])
  })
})

describe('a program', () => {
  const argv = (...words: string[]): DeclaredTarget => ({ kind: 'command', argv: words })
  const run = async (scene: Scene, ...words: string[]) => {
    const processes = await scene.processes(argv(...words))
    return processes.run({ argv: words, cwd: join(root, 'workspace'), timeoutMs: 20_000 })
  }

  test('runs in the sandbox, prepared for this call', async () => {
    file('workspace/.env')
    file('workspace/.git/config')
    file('workspace/sub/.vscode/tasks.json')
    const scene = open()
    const { end, stdout } = await run(scene, 'printenv', 'DRAWBRIDGE_FAKE')
    expect({ end, text: Buffer.from(stdout.head).toString() }).toEqual({
      end: { kind: 'exited', exitCode: 0 },
      text: 'k\n',
    })
    const at = (path: string) => join(root, path)
    expect(scene.backend.prepared).toMatchObject([
      {
        key: 'k',
        workspace: { host: at('workspace'), inside: '/workspace', access: 'write' },
        mounts: [{ host: at('temporary'), inside: '/tmp', access: 'write' }],
        masked: [at('home'), at('workspace/.env')],
        network: { kind: 'none' },
      },
    ])
    expect(scene.backend.prepared[0]?.readOnly).toEqual(
      expect.arrayContaining(
        ['.git/config', '.git/hooks', '.mcp.json', 'sub/.vscode'].map((path) => at(`workspace/${path}`)),
      ),
    )
  })

  test('is known by its name alone where there are other programs', async () => {
    const { resolve } = open()
    expect(await resolve(argv('ls'))).toMatchObject({
      targets: [{ kind: 'command', program: { name: 'ls' } }],
      invocations: [{ program: { name: 'ls', elsewhere: true }, argv: ['ls'] }],
    })
    expect((await resolve({ kind: 'shell', command: 'ls' })).invocations).toMatchObject([
      { argv: ['bash', '--noprofile', '--norc', '-c', '--', 'ls'] },
    ])
  })

  test('is prepared for only when it starts', async () => {
    const scene = open()
    await scene.processes(argv('ls'))
    await scene.files(read('.'))
    expect(scene.backend.prepared).toEqual([])
  })

  test('in plan mode cannot write to the workspace', async () => {
    const scene = open({}, {}, true)
    await run(scene, 'true')
    expect(scene.backend.prepared).toMatchObject([{ workspace: { access: 'read' } }])
  })

  test('ends with the reason if no sandbox is available, and never runs outside', async () => {
    const scene = open({}, { broken: 'There is no engine. Start it.' })
    const fault = await faultOf(run(scene, 'true'))
    expect(fault).toMatchObject({ code: 'sandbox_unavailable', message: 'There is no engine. Start it.' })
    expect(scene.backend.launched).toEqual([])
  })

  test('with credentials is alone in a sandbox of its own, which ends with it', async () => {
    const scene = open()
    const { targets, invocations = [] } = await scene.resolve(argv('true'))
    const processes = scene.machine.processes({
      targets: targets.map((target) => (target.kind === 'command' ? { ...target, credentialed: true } : target)),
      invocations,
      principal: testPrincipal,
      signal: new AbortController().signal,
    })
    await processes.run({ argv: ['true'], cwd: join(root, 'workspace'), timeoutMs: 20_000 })
    const [profile] = scene.backend.prepared
    expect(profile?.key).toMatch(/^k-./)
    expect(profile?.mounts).toEqual([])
    expect(scene.backend.ended).toEqual([profile?.key])
  })

  const making = "mkdir -p made/.git; touch made/.git/HEAD; echo 'touch: /x: Read-only file system' >&2; exit 1"
  const told = [
    expect.stringContaining('can write only to the workspace "/workspace" and "/tmp".'),
    expect.stringContaining('New git repositories since it started: "made/.git".'),
    expect.stringContaining('tell the user'),
  ]

  test('has its refusals explained, and repositories that it made named', async () => {
    file('workspace/old/.git/HEAD')
    const scene = open()
    expect(await run(scene, 'sh', '-c', making)).toMatchObject({ notices: told })
    expect(await run(scene, 'true')).not.toHaveProperty('notices')
  })

  test('has them in the background too', async () => {
    const command = ['sh', '-c', making]
    const processes = await open().processes(argv(...command))
    const process = await processes.start({ argv: command, cwd: join(root, 'workspace') })
    expect(await process.ended).toMatchObject({ end: { kind: 'exited', exitCode: 1 }, notices: told })
  })

  test('that names a file of the tree inside brings no file of this machine along', async () => {
    const secret = file('user/secret')
    const command: Target = {
      kind: 'path',
      declared: secret,
      real: secret,
      access: 'read',
      recursive: false,
      zone: 'outside',
      sensitive: false,
    }
    const files = open().machine.files({
      targets: [command],
      principal: testPrincipal,
      signal: new AbortController().signal,
    })
    expect(await faultOf(files.stat(secret))).toMatchObject({ code: 'invalid_target' })
  })
})

describe('where everything keeps its own path', () => {
  test('a script in the private folder for temporary files is the file that runs', async () => {
    file('temporary/x.sh', '')
    const { resolve } = open({ backend: 'bubblewrap' })
    rmSync(join(root, 'temporary/x.sh'))
    writeFileSync(join(root, 'temporary/x.sh'), '#!/bin/sh\n', { mode: 0o755 })
    const { invocations } = await resolve({ kind: 'command', argv: ['/tmp/x.sh'] })
    expect(invocations).toMatchObject([{ program: { name: '/tmp/x.sh', path: join(root, 'temporary/x.sh') } }])
  })

  test('system folders can be read', async () => {
    const { resolve } = open({ backend: 'bubblewrap' })
    expect(await resolve(read('/etc/hostname'))).toMatchObject({ targets: [{ real: '/etc/hostname', system: true }] })
  })
})
