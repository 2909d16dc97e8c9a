import type { Principal } from '../base/principal.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { Failure } from '../outcome/failure.ts'
import { fail } from '../outcome/tool-fault.ts'
import type { Interceptor, VirtualChange, VirtualFile, VirtualRoot } from './interceptor.ts'

/** All that is virtual in the workspace of one agent and user. */
export interface VirtualTree extends Omit<Interceptor, 'name'> {
  readonly agent: string
  readonly user: string
  /** Time of change of folders in which nothing is, in milliseconds since the Unix epoch. */
  readonly createdMs: number
  /** Returns true if the tree belongs to this caller. */
  admits(principal: Pick<Principal, 'agent' | 'user'>): boolean
}

/** The options of `createVirtualTree`. */
export interface VirtualTreeOptions {
  readonly agent: string
  readonly user: string
  /** Default 0. */
  readonly createdMs?: number
  /** Tried in this order: if two have a root of the same name, the first one serves it. */
  readonly interceptors: readonly Interceptor[]
}

/** Combines the interceptors of an agent's workspace into one tree. The last one that claims a name serves it. */
export function createVirtualTree({ agent, user, createdMs = 0, interceptors }: VirtualTreeOptions): VirtualTree {
  const owners = new Map<string, Interceptor>()
  for (const interceptor of interceptors.toReversed()) {
    for (const { name } of interceptor.roots) owners.set(name, interceptor)
  }
  const ownerOf = (path: string): Interceptor =>
    owners.get(path.split('/', 1)[0] ?? '') ??
    fail('file_not_found', `"${path}" does not exist: this agent has no stored file of that name.`)
  const roots = rootsOf(interceptors, owners)
  /** A store may hold more than its interceptor shows. */
  const isShown = (interceptor: Interceptor, path: string): boolean => {
    const [name = '', ...rest] = path.split('/')
    const kind = roots.find((root) => root.name === name)?.kind
    const isPlain = rest.every((part) => part !== '' && part !== '.' && part !== '..')
    return owners.get(name) === interceptor && isPlain && (kind === 'folder') === rest.length > 0
  }

  return {
    agent,
    user,
    createdMs,
    roots,
    admits: (principal) => principal.agent === agent && principal.user === user,
    objection: (path, change: VirtualChange, principal): Failure | undefined =>
      ownerOf(path).objection(path, change, principal),
    list: () => explained(() => collect((interceptor) => interceptor.list())),
    readAll: () => explained(() => collect((interceptor) => interceptor.readAll())),
    read: (path) => explained(() => ownerOf(path).read(path)),
    write: (path, text, version, trust) => explained(() => ownerOf(path).write(path, text, version, trust)),
    remove: (path, version) => explained(() => ownerOf(path).remove(path, version)),
  }

  async function collect<File extends VirtualFile>(
    filesOf: (interceptor: Interceptor) => Promise<readonly File[]>,
  ): Promise<readonly File[]> {
    const lists = await Promise.all(
      interceptors.map(async (interceptor) =>
        (await filesOf(interceptor)).filter(({ path }) => isShown(interceptor, path)),
      ),
    )
    return lists.flat()
  }
}

/** A store that fails is nothing that a tool did wrong, nor its caller. */
async function explained<Value>(operation: () => Promise<Value>): Promise<Value> {
  try {
    return await operation()
  } catch (error) {
    if (!DrawbridgeError.isInstance(error) || !error.code.startsWith('store_')) throw error
    return fail('store_unavailable', `The stored files of this agent are unavailable: ${error.message}`)
  }
}

function rootsOf(
  interceptors: readonly Interceptor[],
  owners: ReadonlyMap<string, Interceptor>,
): readonly VirtualRoot[] {
  return interceptors.flatMap((interceptor) => interceptor.roots.filter(({ name }) => owners.get(name) === interceptor))
}
