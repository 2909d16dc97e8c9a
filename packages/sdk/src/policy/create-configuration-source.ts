import { statSync } from 'node:fs'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'

/** A value derived from the configuration: the latest one, and the reason why a newer one could not be made. */
export interface ConfigurationSource<Applied> {
  /** Returns the current value. Call it at each use. */
  current(): Applied
  /** Brings it up to date; undefined if it is. Never rejects. */
  refresh(): Promise<void> | undefined
  /** Grows each time something else comes into force. */
  version(): number
  /** The message of a changed configuration that could not be applied; undefined while the newest one is in force. */
  problem(): string | undefined
}

export interface ConfigurationSourceOptions<Applied> {
  /** In force until something changes. */
  readonly initial: Applied
  /** Files whose change may mean another configuration. They need not exist. */
  files(current: Applied): readonly string[]
  /** Grows with each change of the settings that the database keeps. Default: none are kept. */
  readonly revision?: (() => Promise<number>) | undefined
  /** The revision that `initial` was made of. */
  readonly initialRevision?: number | undefined
  /** Makes what is to be in force of the configuration as it is now; rejects if it cannot be applied. */
  load(): Promise<Applied>
  readonly clock: Clock
}

/** The shortest interval between two checks of files and database, in milliseconds. A check takes place when a call begins. */
const lookEveryMs = 250

/**
 * Something that follows the configuration. A call that begins more than `lookEveryMs` after a change is judged by the new one, in
 * every process: nothing is watched, and a process that makes no call does nothing.
 */
export function createConfigurationSource<Applied>({
  initial,
  files,
  revision,
  initialRevision = 0,
  load,
  clock,
}: ConfigurationSourceOptions<Applied>): ConfigurationSource<Applied> {
  let current = initial
  let version = 0
  let problem: string | undefined
  let unseen: string | undefined
  let seen = { files: fingerprintsOf(files(initial)), revision: initialRevision }
  let lookedAt = clock.now()
  let looking: Promise<void> | undefined

  const reload = async () => {
    try {
      current = await load()
      version += 1
      problem = undefined
      // A new configuration may name other files. Those known before may have changed again while they were read.
      seen = { ...seen, files: new Map([...fingerprintsOf(files(current)), ...seen.files]) }
    } catch (error) {
      problem = errorMessage(error)
      // The change may be as good as any other, so the next look tries again.
      if (isStoreFailure(error)) seen = { ...seen, revision: unreadRevision }
    }
  }
  const look = async () => {
    const found = { files: fingerprintsOf(files(current)), revision: await newestRevision() }
    if (isSame(found.files, seen.files) && found.revision === seen.revision) return
    seen = found
    await reload()
  }
  /** A database that cannot be asked leaves what it said last. */
  const newestRevision = async () => {
    try {
      const newest = (await revision?.()) ?? seen.revision
      unseen = undefined
      return newest
    } catch (error) {
      unseen = errorMessage(error)
      return seen.revision
    }
  }
  return {
    current: () => current,
    version: () => version,
    problem: () => problem ?? unseen,
    refresh: () => {
      if (looking !== undefined) return looking
      const now = clock.now()
      if (Math.abs(now - lookedAt) < lookEveryMs) return undefined
      lookedAt = now
      if (revision === undefined && isSame(fingerprintsOf(files(current)), seen.files)) return undefined
      looking = look().finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}

/** Stands for a revision whose settings could not be read. */
const unreadRevision = -1

function isStoreFailure(error: unknown): boolean {
  return DrawbridgeError.isInstance(error) && error.code.startsWith('store_')
}

type Fingerprints = ReadonlyMap<string, string>

/** Texts by file that differ if the file was changed, replaced, made or removed. */
function fingerprintsOf(files: readonly string[]): Fingerprints {
  return new Map(
    files.map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
      return [file, stat === undefined ? 'missing' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`]
    }),
  )
}

/** Returns true if these files have not changed since; files that are no longer named do not count. */
function isSame(found: Fingerprints, seen: Fingerprints): boolean {
  return [...found].every(([file, fingerprint]) => seen.get(file) === fingerprint)
}

/** A source that looks for other changes as often as for its own. One that cannot be looked for leaves what was known. */
export function alsoRefreshing<Applied>(
  source: ConfigurationSource<Applied>,
  refresh: (() => Promise<void>) | undefined,
): ConfigurationSource<Applied> {
  if (refresh === undefined) return source
  return {
    ...source,
    refresh: () => {
      const looking = source.refresh()
      return looking && Promise.allSettled([looking, refresh()]).then(() => undefined)
    },
  }
}
