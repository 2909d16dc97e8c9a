import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DeclaredTarget } from '@drawbridge/core'
import type { FileAccess, ProcessRunner } from '@drawbridge/core/machine'
import type { PathAccess, PathTarget, TargetResolution } from '@drawbridge/core/target'
import { testPrincipal } from '@drawbridge/core/testing'
import { createHostMachine, type HostMachineOptions } from '../create-host-machine.ts'
import { createTargetResolver } from '../target/create-target-resolver.ts'

/** Stands in every file that no call may read without being asked about. */
export const canary = 'must-not-be-seen'

export function pathTarget(access: PathAccess, path: string, recursive = false): DeclaredTarget {
  return { kind: 'path', path, access, recursive }
}

export interface Scene extends Disposable {
  /** Real path of a fresh temporary folder that holds everything below. */
  readonly root: string
  readonly workspace: string
  readonly outside: string
  readonly home: string
  /** Writes a file with its folders. Relative to `root`. */
  file(path: string, content?: string): string
  folder(path: string): string
  symlink(path: string, target: string): string
  hardlink(path: string, existing: string): string
  pipe(path: string): string
  text(path: string): string
  resolve(...declared: DeclaredTarget[]): Promise<TargetResolution>
  /** The path targets of a call that must resolve. */
  targets(...declared: DeclaredTarget[]): Promise<readonly PathTarget[]>
  files(...declared: DeclaredTarget[]): Promise<FileAccess>
  processes(...declared: DeclaredTarget[]): Promise<ProcessRunner>
  /** One digest over names, kinds and content of everything outside of the workspace. */
  fingerprint(): string
}

export interface SceneOptions extends Partial<HostMachineOptions> {
  readonly signal?: AbortSignal
}

/** A workspace with an outside, Drawbridge's home and a user's home beside it, on the real disk. */
export function createScene(options: SceneOptions = {}): Scene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-sandbox-')))
  const at = (path: string): string => (path.startsWith('/') ? path : join(root, path))
  const places = { workspace: at('workspace'), outside: at('outside'), home: at('home'), userHome: at('user') }
  for (const place of Object.values(places)) mkdirSync(place)
  writeFileSync(at('outside/secret.txt'), canary)
  writeFileSync(at('home/key'), canary)

  const { signal = new AbortController().signal, ...given } = options
  const machineOptions = { workspace: places.workspace, home: places.home, userHome: places.userHome, ...given }
  const resolver = createTargetResolver(machineOptions)
  const machine = createHostMachine(machineOptions)

  const make = (path: string, create: (absolute: string) => void): string => {
    mkdirSync(dirname(at(path)), { recursive: true })
    create(at(path))
    return at(path)
  }
  const resolve = async (...declared: DeclaredTarget[]) => resolver.resolve(declared, testPrincipal)
  const resolved = async (declared: DeclaredTarget[]) => {
    const resolution = await resolve(...declared)
    if (resolution.status !== 'resolved') throw new Error(`not resolved: ${resolution.failure.message}`)
    return resolution
  }

  return {
    root,
    workspace: places.workspace,
    outside: places.outside,
    home: places.home,
    file: (path, content = '') => make(path, (absolute) => writeFileSync(absolute, content)),
    folder: (path) => make(path, (absolute) => mkdirSync(absolute, { recursive: true })),
    symlink: (path, target) => make(path, (absolute) => symlinkSync(target, absolute)),
    hardlink: (path, existing) => make(path, (absolute) => linkSync(at(existing), absolute)),
    pipe: (path) => make(path, (absolute) => execFileSync('mkfifo', [absolute])),
    text: (path) => readFileSync(at(path), 'utf8'),
    resolve,
    targets: async (...declared) => (await resolved(declared)).targets.filter((target) => target.kind === 'path'),
    files: async (...declared) => machine.files({ ...(await resolved(declared)), principal: testPrincipal, signal }),
    processes: async (...declared) => machine.processes({ ...(await resolved(declared)), principal: testPrincipal, signal }),
    fingerprint: () => {
      const hash = createHash('sha256')
      for (const name of readdirSync(root).sort()) if (name !== 'workspace') addTo(hash, join(root, name))
      return hash.digest('hex')
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const stat = lstatSync(path)
  hash.update(`${path}\0${stat.mode}\0`)
  if (stat.isDirectory()) for (const name of readdirSync(path).sort()) addTo(hash, join(path, name))
  else if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
  else if (stat.isFile()) hash.update(readFileSync(path))
}
