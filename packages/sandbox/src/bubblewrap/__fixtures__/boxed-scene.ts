import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin, systemClock } from '@drawbridge/core/base'
import type { BackgroundProcess, ProcessRequest, ProcessResult } from '@drawbridge/core/machine'
import { testPrincipal } from '@drawbridge/core/testing'
import { createScene, type Scene } from '../../__fixtures__/scene.ts'
import type { Sandbox, SandboxBackend } from '../../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { systemLinkProbe } from '../../path/link-probe.ts'
import { baseEnvironment } from '../../process/base-environment.ts'
import { createProcessRunner } from '../../process/create-process-runner.ts'
import { createTargetResolver } from '../../target/create-target-resolver.ts'
import { type BubblewrapBackendOptions, createBubblewrapBackend } from '../create-bubblewrap-backend.ts'

type Settings = Partial<Omit<ProcessRequest, 'argv' | 'line'>>

export interface BoxedScene extends AsyncDisposable {
  readonly scene: Scene
  readonly workspace: string
  readonly scratch: string
  readonly backend: SandboxBackend
  readonly profile: SandboxProfile
  sandbox(): Promise<Sandbox>
  /** Runs a program inside. */
  run(argv: readonly string[], settings?: Settings): Promise<ProcessResult>
  /** Runs a script of the system's shell inside, and gives what it printed on both streams. */
  shell(script: string, settings?: Settings): Promise<string>
  start(script: string): Promise<BackgroundProcess>
}

export interface BoxedOptions {
  readonly profile?: (scene: Scene) => Partial<SandboxProfile>
  readonly backend?: (scene: Scene) => Partial<BubblewrapBackendOptions>
  readonly signal?: AbortSignal
}

const isTemporary = (folder: string) => ['/tmp', '/var/tmp'].some((temporary) => isWithin(temporary, folder))

/**
 * Of a checkout below `/tmp`, where sandboxes have files of their own, programs see the Node of the machine; but where a filtered network
 * brings ours along.
 */
function searchPathOf(network: SandboxProfile['network'] | undefined): string {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(':')]
  const visible = folders.filter((folder) => network?.kind === 'filtered' || !isTemporary(folder))
  const node = visible.filter((folder) => existsSync(join(folder, 'node'))).slice(0, 1)
  return [...node, '/usr/local/bin', '/usr/bin', '/bin'].join(':')
}

/** A scene whose programs run in a sandbox around its workspace. */
export function createBoxedScene(options: BoxedOptions = {}): BoxedScene {
  const scene = createScene()
  const { workspace } = scene
  const scratch = `${scene.root}-scratch`
  const profile: SandboxProfile = {
    key: 'test',
    workspace: { host: workspace, inside: workspace, access: 'write' },
    mounts: [],
    masked: [scene.home],
    readOnly: [],
    network: { kind: 'none' },
    limits: {},
    ...options.profile?.(scene),
  }
  const searchPath = searchPathOf(profile.network)
  const backend = createBubblewrapBackend({ scratch, searchPath, userHome: join(scene.root, 'user'), ...options.backend?.(scene) })
  const resolver = createTargetResolver({ workspace, home: scene.home, userHome: join(scene.root, 'user'), searchPath })
  const sandbox = () => backend.prepare(profile)
  const { signal = new AbortController().signal } = options

  async function runnerFor(argv: readonly string[]) {
    const resolution = await resolver.resolve([{ kind: 'command', argv }], testPrincipal)
    if (resolution.status !== 'resolved') throw new Error(`not resolved: ${resolution.failure.message}`)
    const { launcher, environment } = await sandbox()
    return createProcessRunner({
      invocations: resolution.invocations ?? [],
      signal,
      probe: systemLinkProbe,
      clock: systemClock,
      baseEnvironment: environment(baseEnvironment({ source: { ...process.env, PATH: searchPath } })),
      searchPath,
      launcher,
    })
  }
  const run: BoxedScene['run'] = async (argv, settings) => {
    const runner = await runnerFor(argv)
    return runner.run({ argv, cwd: workspace, timeoutMs: 20_000, ...settings })
  }
  return {
    scene,
    workspace,
    scratch,
    backend,
    profile,
    sandbox,
    run,
    shell: async (script, settings) => {
      const { stdout, stderr } = await run(['sh', '-c', script], settings)
      return Buffer.concat([stdout.head, stdout.tail, stderr.head, stderr.tail]).toString()
    },
    start: async (script) => {
      const argv = ['sh', '-c', script]
      const runner = await runnerFor(argv)
      return runner.start({ argv, cwd: workspace })
    },
    [Symbol.asyncDispose]: async () => {
      await backend[Symbol.asyncDispose]()
      scene[Symbol.dispose]()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
