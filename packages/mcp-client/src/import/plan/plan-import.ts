import type { ClientFile, RawEntry } from '../client/client-file.ts'
import { type OwnEntry, renderOwnEntry } from '../client/entry-shapes.ts'
import type { ForeignServer } from '../client/foreign-server.ts'
import type { TextPlace } from '../client/interpolation.ts'
import { rawEntries, readServer } from '../client/read-servers.ts'
import type { ConfigValue } from '../document/config-syntax.ts'
import type { EntryChange } from '../document/edit-config.ts'
import { type FindSecrets, type MovedSecret, moveSecrets } from './move-secrets.ts'
import { isOwnEntry } from './own-entry.ts'
import { freeId, identityOf, idFrom, type WrittenServer, writeServer } from './server-definition.ts'

/** A client's file that could be read. */
export interface FoundFile {
  readonly file: ClientFile
  readonly path: string
  readonly value: ConfigValue
}

/** One server of a client's file, and what happens to it. */
export interface ImportedEntry {
  readonly path: string
  readonly client: string
  readonly name: string
  readonly outcome:
    | {
        readonly kind: 'imported' | 'same'
        readonly id: string
        readonly needs: readonly string[]
        readonly isEnabled: boolean
        readonly isAgreed: boolean
      }
    | { readonly kind: 'stays'; readonly why: string }
    | { readonly kind: 'own' }
  /** Remarks on what was not carried over, or happened on the way. */
  readonly notes: readonly string[]
}

/** Everything that an import would do. */
export interface ImportPlan {
  readonly entries: readonly ImportedEntry[]
  /** New servers for our section, by id. */
  readonly servers: Readonly<Record<string, WrittenServer>>
  readonly secrets: readonly MovedSecret[]
  /** The changes of clients' files, by path. */
  readonly changes: ReadonlyMap<string, readonly EntryChange[]>
}

export interface ImportOptions {
  readonly files: readonly FoundFile[]
  /** The servers of our section, by id. */
  readonly existing: Readonly<Record<string, WrittenServer>>
  readonly place: Omit<TextPlace, 'project'>
  readonly workspace: string
  /** Returns true if the person agreed to a server of a project's file. */
  readonly isAgreed: (file: FoundFile, name: string) => boolean
  readonly ownEntry: (file: FoundFile) => OwnEntry
  readonly findSecrets: FindSecrets
  readonly keptSecrets: ReadonlyMap<string, string>
}

/** Decides what happens to every server in the files of clients. Pure. */
export function planImport(options: ImportOptions): ImportPlan {
  const { files, existing, place, workspace, isAgreed, ownEntry, findSecrets, keptSecrets } = options
  const servers: Record<string, WrittenServer> = {}
  const secrets: MovedSecret[] = []
  const changes = new Map<string, readonly EntryChange[]>()
  const entries = files.flatMap(planFile)
  return { entries, servers, secrets, changes }

  function planFile(found: FoundFile): readonly ImportedEntry[] {
    const { file, path, value } = found
    const raw = rawEntries(file, value)
    const planned = raw.map((entry) => planEntry(found, entry))
    const moved = raw.filter((_entry, index) => isMoved(planned[index]))
    if (moved.length > 0 && file.scope !== 'managed') changes.set(path, replacing(found, raw, moved))
    return planned
  }

  function replacing(found: FoundFile, raw: readonly RawEntry[], moved: readonly RawEntry[]): readonly EntryChange[] {
    const { file } = found
    const removals = moved.map(({ path }) => ({ path }))
    if (raw.some(({ value }) => isOwnEntry(value))) return removals
    const own = ownEntry(found)
    const left = raw.filter((entry) => !moved.includes(entry))
    const name = left.some((entry) => entry.name === own.name) ? `${own.name}gateway` : own.name
    const last = file.isList === true ? { name } : name
    // First ours, so that the list is never empty in between.
    const clash = moved.some((entry) => entry.name === name && entry.project === undefined)
    const addition = {
      path: [...file.root, last],
      value: renderOwnEntry(file.shape, { ...own, name }, file.isList === true),
    }
    return clash ? [...removals, addition] : [addition, ...removals]
  }

  function planEntry(found: FoundFile, entry: RawEntry): ImportedEntry {
    const { file, path } = found
    const about = { path, client: file.client, name: entry.name }
    if (isOwnEntry(entry.value)) return { ...about, outcome: { kind: 'own' }, notes: [] }
    const stays = (why: string): ImportedEntry => ({ ...about, outcome: { kind: 'stays', why }, notes: [] })
    if (file.scope === 'managed')
      return stays('is prescribed by an organisation; its rules also decide whether a gateway may be added')
    const project = file.scope === 'project' ? workspace : entry.project
    const read = readServer(file, { ...entry, ...(project === undefined ? {} : { project }) }, { ...place, project })
    if (read.status === 'stays') return stays(read.why)
    const { server } = read
    const agreed = file.scope !== 'project' || isAgreed(found, entry.name)
    const isEnabled = server.enabled && server.needs.length === 0 && agreed
    const { id, kind, notes } = keep(server, isEnabled)
    const { droppedTrust: trust, needs } = server
    return {
      ...about,
      outcome: { kind, id, needs, isEnabled, isAgreed: agreed },
      notes: [
        ...notes,
        ...(trust.length === 0 ? [] : [`not carried over: ${trust.join(', ')}; our policy decides instead`]),
        ...(agreed ? [] : ['switched off, because nobody agreed to this server of a project']),
      ],
    }
  }

  function keep(
    server: ForeignServer,
    isEnabled: boolean,
  ): { id: string; kind: 'imported' | 'same'; notes: readonly string[] } {
    const wanted = idFrom(server.name)
    const all = { ...existing, ...servers }
    const draft = moveSecrets(server.launch, { id: wanted, findSecrets, kept: new Map() })
    const identity = identityOf(writeServer(server, draft.launch, isEnabled))
    const same = Object.entries(all).find(([, other]) => identityOf(other) === identity)
    if (same !== undefined) return { id: same[0], kind: 'same', notes: [] }
    const id = freeId(wanted, Object.keys(all))
    const kept = new Map([...keptSecrets, ...secrets.map(({ name, value }) => [name, value] as const)])
    const moved = moveSecrets(server.launch, { id, findSecrets, kept })
    servers[id] = writeServer(server, moved.launch, isEnabled)
    secrets.push(...moved.secrets)
    const notes = [
      ...(id === wanted ? [] : [`named "${id}", because "${wanted}" is another server`]),
      ...(moved.secrets.length === 0 ? [] : [`kept encrypted: ${moved.secrets.map(({ name }) => name).join(', ')}`]),
    ]
    return { id, kind: 'imported', notes }
  }
}

/** True if the entry leaves its file: one that waits for an input or for somebody's word goes on working where it is. */
function isMoved(entry: ImportedEntry | undefined): boolean {
  const outcome = entry?.outcome
  if (outcome?.kind !== 'imported' && outcome?.kind !== 'same') return false
  return outcome.needs.length === 0 && outcome.isAgreed
}
