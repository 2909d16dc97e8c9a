import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import type { BackgroundProcess, ProcessRequest, ProcessResult, ProcessRunner } from '@drawbridge/core/machine'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { createSandboxLauncher } from '../../machine/sandbox-launcher.ts'
import { baseEnvironment } from '../../process/base-environment.ts'
import { createProcessRunner } from '../../process/create-process-runner.ts'
import { systemLinkProbe } from '../../path/link-probe.ts'
import { createDockerBackend, type DockerBackend, type DockerBackendOptions } from '../create-docker-backend.ts'

export interface DockerScene extends AsyncDisposable {
  readonly root: string
  readonly workspace: string
  readonly temporary: string
  readonly backend: DockerBackend
  readonly notices: readonly string[]
  /** Writes a file with its folders. Relative to the workspace. */
  file(path: string, content?: string): string
  profile(given?: Partial<SandboxProfile>): SandboxProfile
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>
  shell(line: string, options?: RunOptions): Promise<RunResult>
  start(argv: readonly string[], profile?: Partial<SandboxProfile>): Promise<BackgroundProcess>
}

export interface RunOptions extends Partial<Omit<ProcessRequest, 'argv'>> {
  readonly profile?: Partial<SandboxProfile>
  /** As programs with credentials run. Default false. */
  readonly isAlone?: boolean
}

export interface RunResult extends ProcessResult {
  readonly text: string
  readonly errors: string
}

/** A workspace and a backend over a given engine, run through the very runner that calls use. */
export function createDockerScene(options: Partial<DockerBackendOptions> & { readonly socket: string }): DockerScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-docker-')))
  const at = (name: string) => join(root, name)
  for (const folder of ['workspace', 'temporary', 'home', 'user', 'state']) mkdirSync(at(folder))
  const notices: string[] = []
  const backend = createDockerBackend({
    home: at('home'),
    userHome: at('user'),
    stateFolder: at('state'),
    onNotice: (message) => notices.push(message),
    ...options,
  })
  const profile = (given: Partial<SandboxProfile> = {}): SandboxProfile => ({
    key: 'session',
    workspace: { host: at('workspace'), inside: '/workspace', access: 'write' },
    mounts: [{ host: at('temporary'), inside: '/tmp', access: 'write' }],
    masked: [],
    readOnly: [],
    network: { kind: 'none' },
    limits: {},
    ...given,
  })
  const runnerFor = async (
    argv: readonly string[],
    cwd: string,
    given?: Partial<SandboxProfile>,
    isAlone = false,
  ): Promise<ProcessRunner> => {
    const sandbox = await backend.prepare(profile(given))
    const base = sandbox.environment(baseEnvironment({ source: process.env }))
    const name = argv[0] ?? ''
    const invocation = {
      command: { argv },
      cwd,
      argv,
      program: { name, path: name, hash: '' },
    }
    return createProcessRunner({
      invocations: [invocation as never],
      signal: new AbortController().signal,
      probe: systemLinkProbe,
      clock: systemClock,
      baseEnvironment: base,
      searchPath: base.PATH ?? '',
      launcher: isAlone ? createSandboxLauncher({ backend, plan: async () => ({ profile: profile(given) }), isAlone }) : sandbox.launcher,
    })
  }
  const run = async (argv: readonly string[], { profile: given, isAlone, ...request }: RunOptions = {}): Promise<RunResult> => {
    const { cwd = at('workspace') } = request
    const runner = await runnerFor(argv, cwd, given, isAlone)
    const result = await runner.run({ argv, timeoutMs: 15_000, ...request, cwd })
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
    return { ...result, text: text(result.stdout.head), errors: text(result.stderr.head) }
  }
  return {
    root,
    workspace: at('workspace'),
    temporary: at('temporary'),
    backend,
    notices,
    file: (path, content = '') => {
      const file = join(at('workspace'), path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    profile,
    run,
    shell: (line, given) => run(['sh', '-c', line], given),
    start: async (argv, given) => (await runnerFor(argv, at('workspace'), given)).start({ argv, cwd: at('workspace') }),
    [Symbol.asyncDispose]: async () => {
      await backend[Symbol.asyncDispose]()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
