import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { type Clock, createCleanup, isWithin } from '@drawbridge/core/base'
import type { HostLists } from '@drawbridge/net'
import type { ProgramSandbox, SpeakingProgram } from '@drawbridge/room'
import type { FilteredNetwork, SandboxBackend, SandboxNetwork, SandboxProfile } from '@drawbridge/sandbox'
import type { ProgramLauncher } from '@drawbridge/sandbox/piped'

export interface ProgramSandboxesOptions {
  readonly home: string
  readonly userHome: string
  readonly clock: Clock
  /** Host lists that apply regardless of a sandbox's own list. */
  hosts(): HostLists | undefined
}

/** A program of a room that is to run in a sandbox. */
export type SandboxedProgram = Pick<SpeakingProgram, 'name' | 'cwd'> & { readonly sandbox: ProgramSandbox }

/** The place of a program: the folder in which it starts, and who starts it there. */
export interface ProgramPlace {
  readonly cwd: string
  readonly launcher: ProgramLauncher
}

/** Sandboxes for the programs of rooms, such as MCP servers. Independent of the sandboxes of calls. */
export interface ProgramSandboxes extends AsyncDisposable {
  /** Rejects with `sandbox_unavailable` if this machine has no sandbox, and with `invalid_option` for paths that none can show. */
  placeFor(program: SandboxedProgram): Promise<ProgramPlace>
}

/** Opens them. Nothing is started before the first program. */
export async function openProgramSandboxes(options: ProgramSandboxesOptions): Promise<ProgramSandboxes> {
  const { home, userHome, clock } = options
  await using cleanup = createCleanup()
  const scratch = join(home, 'cache', 'programs')
  const { createBubblewrapBackend } = await import('@drawbridge/sandbox/bubblewrap')
  const { createSandboxLauncher } = await import('@drawbridge/sandbox/machine')
  const backend: SandboxBackend = cleanup.use(createBubblewrapBackend({ scratch, userHome }))
  const proxies = new Map<string, Promise<FilteredNetwork>>()
  const owned = cleanup.move()
  const openProxy = async (allow: readonly string[]): Promise<FilteredNetwork> => {
    const { createFilteredNetwork } = await import('@drawbridge/sandbox/network')
    return owned.use(await createFilteredNetwork({ hosts: { ...options.hosts(), allowHosts: allow }, clock }))
  }
  const networkOf = async ({ network = 'none' }: ProgramSandbox): Promise<SandboxNetwork> => {
    if (typeof network === 'string') return { kind: network }
    const name = JSON.stringify(network.allow)
    const proxy = proxies.get(name) ?? openProxy(network.allow)
    proxies.set(name, proxy)
    return { kind: 'filtered', proxy: await proxy }
  }
  return {
    placeFor: async ({ name, cwd, sandbox }) => {
      const folder = cwd === undefined ? ownFolder(home, name) : realPath(cwd)
      const request = { name, home: realpathSync(home), folder, isOwn: cwd === undefined, sandbox }
      const plan = async () => ({ profile: profileOf(request, await networkOf(sandbox)) })
      return { cwd: folder, launcher: createSandboxLauncher({ backend, plan }) }
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

/** Returns the folder that is the program's own: it may write there, and finds what it wrote before. */
function ownFolder(home: string, name: string): string {
  const folder = join(home, 'programs', name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return realpathSync(folder)
}

interface ProfileRequest {
  readonly name: string
  readonly home: string
  readonly folder: string
  readonly isOwn: boolean
  readonly sandbox: ProgramSandbox
}

/** The program sees its folder and what it was given, and of the data folder nothing else. */
function profileOf({ name, home, folder, isOwn, sandbox }: ProfileRequest, network: SandboxNetwork): SandboxProfile {
  const { read = [], write = [], limits = {} } = sandbox
  const [readable, writable] = [read.map(realPath), write.map(realPath)]
  const given = [...readable, ...writable, ...(isOwn ? [] : [folder])].find(
    (path) => isWithin(home, path) || isWithin(path, home),
  )
  if (given !== undefined) {
    throw new DrawbridgeError(
      'invalid_option',
      `"${given}" cannot be shown to a program: it is or contains the data folder.`,
    )
  }
  return {
    key: `program-${name}`,
    workspace: { host: folder, inside: folder, access: isOwn || isIn(writable, folder) ? 'write' : 'read' },
    mounts: [
      ...readable.filter((path) => !isIn(writable, path)).map((path) => mount(path, 'read')),
      ...writable.map((path) => mount(path, 'write')),
    ].filter(({ host }) => host !== folder),
    masked: [home],
    readOnly: [],
    network,
    limits,
  }
}

function mount(path: string, access: 'read' | 'write') {
  return { host: path, inside: path, access }
}

function isIn(roots: readonly string[], path: string): boolean {
  return roots.some((root) => isWithin(root, path))
}

/** Mounts are real paths, so that a link cannot be turned elsewhere between two starts unseen. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    throw new DrawbridgeError('invalid_option', `"${path}" cannot be shown to a program: ${errorMessage(error)}`)
  }
}
