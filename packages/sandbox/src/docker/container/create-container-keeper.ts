import { createHash, randomUUID } from 'node:crypto'
import { chmod, lchown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getgid, getuid } from 'node:process'
import type { Clock } from '@drawbridge/core/base'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { isProcessAlive, processIdentity } from '../../process/process-identity.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { unavailable } from '../engine/sandbox-fault.ts'
import { openWayOut } from '../way-out/open-way-out.ts'
import { containerBody, labels } from './container-body.ts'
import type { ContainerSettings } from './container-settings.ts'
import { createContainerMaker } from './create-container-maker.ts'
import { type ImageFacts, readEngine, readImage } from './engine-facts.ts'
import { isContainerRunning } from './is-container-running.ts'
import { listOwnedContainers, type OwnedContainer, removeContainer } from './owned-containers.ts'
import { type PathFact, type PathFacts, readPathFacts } from './path-facts.ts'
import { pathsToLookAt, planMounts } from './plan-mounts.ts'
import { refuseUnsafePlaces } from './refuse-unsafe-places.ts'
import type { RunningContainer } from './running-container.ts'
import { createUsageRecord } from './usage-record.ts'

export interface ContainerKeeperOptions {
  readonly client: EngineClient
  readonly settings: Omit<ContainerSettings, 'user'> & { readonly user?: string | undefined }
  /** Drawbridge's home: containers of another one are left alone, and the home itself never gets into one. */
  readonly home: string
  readonly userHome?: string | undefined
  /** Folder for what has to be remembered about containers. */
  readonly stateFolder: string
  /** `process`: containers end with this process. `kept`: they stay for the next. */
  readonly life: RunningContainer['life']
  /** The search path for programs of this machine. */
  readonly searchPath: string
  readonly idleMs: number
  readonly ageMs: number
  readonly clock: Clock
  /** Called with the problem of a container that no one waits for. */
  readonly onNotice: (message: string) => void
}

/** One warm container per key and configuration. */
export interface ContainerKeeper extends AsyncDisposable {
  /** Throws `invalid_option` if the profile is unsafe. */
  check(profile: SandboxProfile): Promise<void>
  /** Returns the container for a profile in its current state, created if necessary. */
  acquire(profile: SandboxProfile): Promise<RunningContainer>
  /** Resolves to true if it runs; otherwise the next call creates a new one. */
  isRunning(container: RunningContainer): Promise<boolean>
  /** Ends it with all that is in it, and says so. */
  destroy(container: RunningContainer, reason: string): Promise<void>
  /** Removes it without notifying. */
  discard(container: RunningContainer, reason: string): Promise<void>
  image(): Promise<ImageFacts>
  /** Removes what this process has for a key, unless another one uses it. */
  end(key: string): Promise<void>
  /** Removes idle and old containers. Resolves to their names. */
  prune(): Promise<readonly string[]>
}

const touchEveryMs = 30_000

export function createContainerKeeper(options: ContainerKeeperOptions): ContainerKeeper {
  const { client, settings, home, userHome, stateFolder, searchPath, idleMs, ageMs, clock, onNotice } = options
  const owner = shortHash(home)
  // One process may have several keepers, and each is a user of its own.
  const self = `${processIdentity()}-${randomUUID().slice(0, 8)}`
  const usage = createUsageRecord(join(stateFolder, 'containers'), self)
  const empty = { file: join(stateFolder, 'empty', 'file'), folder: join(stateFolder, 'empty', 'folder') }
  const kept = new Map<string, Promise<RunningContainer>>()
  const touched = new Map<string, number>()
  /** Pending acquisitions, including those that no one waits for any more. */
  const acquiring = new Set<Promise<RunningContainer>>()
  let isClosed = false
  let ready: Promise<{ readonly isRootless: boolean }> | undefined
  let image: { readonly facts: Promise<ImageFacts>; readonly atMs: number } | undefined

  /** Once, before the first container: what earlier processes left. */
  const prepare = async () => {
    await mkdir(empty.folder, { recursive: true, mode: 0o700 })
    await writeFile(empty.file, '')
    await chmod(empty.file, 0o444)
    await chmod(empty.folder, 0o555)
    const engine = await readEngine(client)
    for (const container of await listOwnedContainers(client, owner)) {
      if (isOrphan(container)) await remove(container.id, container.name)
    }
    return engine
  }
  const prepared = () => {
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined
      throw error
    })
    return ready
  }
  const imageNow = (): Promise<ImageFacts> => {
    if (image === undefined || clock.now() - image.atMs > touchEveryMs) {
      const facts = readImage(client, settings.image)
      image = { facts, atMs: clock.now() }
      facts.catch(() => {
        image = undefined
      })
    }
    return image.facts
  }
  const isOrphan = (container: OwnedContainer) =>
    container.labels[labels.life] === 'process' && !isProcessAlive(container.labels[labels.process] ?? '')

  const remove = async (id: string, name: string) => {
    await removeContainer(client, owner, id)
    await usage.forget(name)
  }

  const checked = async (profile: SandboxProfile) => {
    const facts = await readPathFacts(pathsToLookAt(profile))
    const homes = userHome === undefined ? [home] : [userHome, home]
    await refuseUnsafePlaces(profile, facts, { homes, sockets: [client.socket] })
    return { facts, plan: planMounts(profile, facts, empty) }
  }

  const acquire = (profile: SandboxProfile): Promise<RunningContainer> => {
    if (isClosed) return Promise.reject(unavailable('The sandbox is closed.'))
    const acquired = find(profile)
    acquiring.add(acquired)
    const forget = () => acquiring.delete(acquired)
    acquired.then(forget, forget)
    return acquired
  }

  const find = async (profile: SandboxProfile): Promise<RunningContainer> => {
    const { facts, plan } = await checked(profile)
    const [{ isRootless }, { id: imageId }] = await Promise.all([prepared(), imageNow()])
    const user = settings.user ?? userOf(facts.get(profile.workspace.host), isRootless)
    await handOver(profile.mounts.find(({ inside }) => inside === '/tmp')?.host, facts, user)
    const placeholders = plan.placeholders.map(({ path }) => path)
    const { kind } = await client.greeting()
    const proxy = profile.network.kind === 'filtered' ? profile.network.proxy : undefined
    // A way out is served by this process alone, and by no other keeper of it.
    const life = proxy === undefined ? options.life : 'process'
    const way = proxy === undefined ? [] : [`proxy ${proxy.socket} ${self}`]
    const { body, configuration } = containerBody({
      profile,
      plan,
      settings: { ...settings, user },
      imageId,
      kind,
      identity: [...facts].map(([path, fact]) => `${path} ${fact.kind === 'absent' ? '' : fact.id}`).concat(way),
      labels: {
        [labels.owner]: owner,
        [labels.key]: profile.key,
        [labels.life]: life,
        [labels.process]: self,
        [labels.placeholders]: JSON.stringify(placeholders),
      },
    })
    const name = `drawbridge-${owner}-${shortHash(profile.key)}-${configuration}`
    const existing = kept.get(name)
    const making = existing ?? make({ name, body, configuration, imageId, life, plan, proxy })
    if (existing === undefined) {
      kept.set(name, making)
      making.catch(() => kept.delete(name))
    }
    const container = await making
    // A restarted container has lost its network listener.
    if (
      container.lost !== undefined ||
      (existing !== undefined && proxy !== undefined && !(await isRunning(container)))
    ) {
      kept.delete(name)
      return find(profile)
    }
    await touch(name)
    return container
  }

  const touch = async (name: string) => {
    const now = clock.now()
    if (now - (touched.get(name) ?? 0) < touchEveryMs) return
    touched.set(name, now)
    await usage.touch(name, now)
  }

  const make = createContainerMaker({
    client,
    owner,
    usage,
    clock,
    remove,
    onNotice,
    openWayOut: (container, proxy, writable) => openWayOut(container, proxy, { client, searchPath, writable }),
  })

  const isRunning = async (container: RunningContainer) => {
    const isStillRunning = container.lost === undefined && (await isContainerRunning(client, container))
    if (!isStillRunning) await giveUp(container, container.lost ?? 'it was ended from outside')
    return isStillRunning
  }

  const giveUp = async (container: RunningContainer, reason: string) => {
    container.giveUp(reason)
    kept.delete(container.name)
    touched.delete(container.name)
    await remove(container.id, container.name)
  }

  const letGo = async (container: RunningContainer | undefined, until: RunningContainer['life'] = 'process') => {
    if (container === undefined || container.lost !== undefined) return
    const { isUsedByOthers } = await usage.read(container.name)
    if ((until === 'process' || container.life === 'process') && !isUsedByOthers)
      await giveUp(container, 'its session is over')
    else await usage.leave(container.name)
    kept.delete(container.name)
  }

  const isStale = async ({ name, createdMs }: OwnedContainer): Promise<boolean> => {
    const here = await kept.get(name)?.catch(() => undefined)
    const { lastUseMs = createdMs, isUsedByOthers } = await usage.read(name)
    const now = clock.now()
    const isOver = now - lastUseMs > idleMs || now - createdMs > ageMs
    return isOver && !isUsedByOthers && (here === undefined || here.live.size === 0)
  }

  return {
    check: async (profile) => void (await checked(profile)),
    discard: giveUp,
    image: imageNow,
    acquire,
    isRunning,
    destroy: async (container, reason) => {
      if (container.lost !== undefined) return
      onNotice(`The container "${container.name}" was ended, because ${reason}. The next call gets a new one.`)
      await giveUp(container, reason)
    },
    end: async (key) => {
      const prefix = `drawbridge-${owner}-${shortHash(key)}-`
      for (const [name, making] of kept) if (name.startsWith(prefix)) await letGo(await making.catch(() => undefined))
    },
    prune: async () => {
      const removed: string[] = []
      for (const container of await listOwnedContainers(client, owner)) {
        if (!isOrphan(container) && !(await isStale(container))) continue
        const here = await kept.get(container.name)?.catch(() => undefined)
        if (here === undefined) await remove(container.id, container.name)
        else await giveUp(here, 'it was unused')
        removed.push(container.name)
      }
      return removed
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      await Promise.allSettled([ready, ...acquiring])
      await Promise.all(
        [...kept.values()].map(async (making) => letGo(await making.catch(() => undefined), options.life)),
      )
      kept.clear()
    },
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/**
 * Gives the folder for temporary files to the user of the programs, if this process is root and created it. A folder of
 * another owner is not changed.
 */
async function handOver(folder: string | undefined, facts: PathFacts, user: string): Promise<void> {
  const fact = folder === undefined ? undefined : facts.get(folder)
  const [uid, gid] = user.split(':').map(Number)
  if (folder === undefined || fact?.kind !== 'folder' || getuid?.() !== 0 || fact.uid !== 0) return
  if (uid === undefined || !Number.isInteger(uid) || uid === 0) return
  await lchown(folder, uid, gid ?? uid)
}

/**
 * Returns the `uid:gid` for programs: this process's user, or the workspace owner if this process is root, so that new
 * files belong to the owner. In a rootless engine, root means the user of the engine.
 */
function userOf(workspace: PathFact | undefined, isRootless: boolean): string {
  const uid = getuid?.() ?? 0
  if (isRootless) return '0:0'
  if (uid !== 0) return `${uid}:${getgid?.() ?? uid}`
  return workspace === undefined || workspace.kind === 'absent' ? '0:0' : `${workspace.uid}:${workspace.gid}`
}
