import type { Dialect } from '../dialect/dialect.ts'
import { exposedName, safeDialect } from '../dialect/plain-dialects.ts'
import { createNameMap, type NameMap } from '../name/name-map.ts'
import { nearestNames } from '../name/nearest-names.ts'
import type { JsonSchemaObject } from '../schema/index.ts'
import type { SourceReport } from './connect-source.ts'
import type { Registry } from './create-registry.ts'
import type { HiddenTool } from './hidden-tool.ts'
import type { DescribedTool, ListedTool } from './registered-tool.ts'

/** The frozen tool set of one model request: definitions and executors captured together, with the names they go by. */
export interface Snapshot {
  /** Sorted by canonical name, so that the same set reads the same in a prompt. */
  readonly tools: readonly ListedTool[]
  /**
   * Tools that can be called like the others, but that no model is shown: there are too many. A model finds them by searching. Sorted by
   * canonical name.
   */
  readonly deferred: readonly ListedTool[]
  readonly names: NameMap
  readonly hidden: readonly HiddenTool[]
  find(canonicalName: string): ListedTool | undefined
  /** Returns a tool of the set as its model is shown it: in the dialect's words. */
  show(tool: DescribedTool): ShownTool
  /** Returns the reason that `name`, canonical or exposed, cannot be called in this run. */
  whyHidden(name: string): HiddenTool
}

/** A tool as a model is shown it. */
export interface ShownTool {
  /** In the dialect of the run. */
  readonly name: string
  readonly description: string
  /** The schema of its input, in the words of the dialect. Deeply frozen. */
  readonly inputSchema: JsonSchemaObject
}

/** The options of a snapshot. */
export interface SnapshotOptions {
  readonly dialect: Dialect
  /** Gives the reason for which a tool is kept out of the set. */
  readonly hide?: (tool: ListedTool) => Omit<HiddenTool, 'name'> | undefined
  /** Returns the names of those tools of the set that no model is shown. Default: none. */
  readonly defer?: (tools: readonly ListedTool[]) => ReadonlySet<string>
  /** The set of the request before. It is returned again if this one has the same tools, under the same names. */
  readonly before?: Snapshot | undefined
}

/** The parts of a snapshot that decide all others. */
interface SnapshotBasis {
  readonly dialect: Dialect
  readonly sources: readonly SourceReport[]
  /** Those that are deferred included. */
  readonly tools: readonly ListedTool[]
  readonly hidden: ReadonlyMap<string, HiddenTool>
  readonly deferred: ReadonlySet<string> | undefined
  /** The names that the dialect gives to the tools and to the hidden ones. */
  readonly exposed: readonly (string | undefined)[]
}

const bases = new WeakMap<Snapshot, SnapshotBasis>()

export function createSnapshot(registry: Registry, { dialect, hide, defer, before }: SnapshotOptions): Snapshot {
  const tools: ListedTool[] = []
  const hidden = new Map<string, HiddenTool>()
  for (const tool of registry.list()) {
    const disabled = registry.whyDisabled(tool.name)
    const reason = disabled === undefined ? hide?.(tool) : switchedOff(disabled)
    if (reason === undefined) tools.push(tool)
    else hidden.set(tool.name, { name: tool.name, ...reason })
  }
  const sources = registry.sources()
  const isTaken = (name: string) => hidden.has(name) || tools.some((tool) => tool.name === name)
  for (const { source, quarantined } of sources) {
    for (const { name, reason } of quarantined) {
      if (!isTaken(name))
        hidden.set(name, { name, class: 'unavailable', reason: `its definition was rejected: ${reason}`, source })
    }
  }
  const deferred = defer?.(tools)
  const exposed = [...tools.map(({ name }) => name), ...hidden.keys()].map((name) => dialect.expose(name))
  const basis: SnapshotBasis = { dialect, sources, tools, hidden, deferred, exposed }
  const known = before && bases.get(before)
  if (before !== undefined && known !== undefined && isSameBasis(known, basis)) return before
  const failing = sources.filter(({ problem }) => problem !== undefined)
  /** A model may still remember a hidden tool by the name it was shown under before. */
  const hiddenByExposed = (name: string) =>
    [dialect, safeDialect]
      .map((spoken) => [...hidden.values()].findLast((tool) => exposedName(tool.name, spoken) === name))
      .find((tool) => tool !== undefined)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const names = createNameMap(byName.keys(), dialect)
  const isDeferred = ({ name }: ListedTool) => deferred?.has(name) === true
  const snapshot: Snapshot = Object.freeze({
    tools: Object.freeze(deferred === undefined ? tools : tools.filter((tool) => !isDeferred(tool))),
    deferred: Object.freeze(deferred === undefined ? [] : tools.filter(isDeferred)),
    names,
    hidden: Object.freeze([...hidden.values()]),
    find: (name: string) => byName.get(name),
    show: (tool: DescribedTool) => show(tool, names),
    whyHidden: (name: string) =>
      hidden.get(name) ?? hiddenByExposed(name) ?? hidden.get(dialect.speech?.(name)?.tool ?? '') ?? unknownTool(name),
  })
  bases.set(snapshot, basis)
  return snapshot

  /** A name that resembles that of a hidden tool most of all means that one. */
  function unknownTool(name: string): HiddenTool {
    const [nearest = ''] = nearestNames(name, [...byName.keys(), ...hidden.keys()], 1)
    const meant = hidden.get(nearest)
    if (meant === undefined)
      return { name, ...unknown, reason: [unknown.reason, ...failing.map(describeSource)].join('; ') }
    const reason = `no tool has this name, and "${nearest}" is not available: ${meant.reason}`
    return { name, class: 'unknown', reason, source: meant.source }
  }
}

/** Returns true if two snapshots of these parts would be alike. */
function isSameBasis(one: SnapshotBasis, other: SnapshotBasis): boolean {
  return (
    one.dialect.name === other.dialect.name &&
    one.dialect.speech === other.dialect.speech &&
    isSameList(one.tools, other.tools, Object.is) &&
    isSameList(one.exposed, other.exposed, Object.is) &&
    isSameList(one.sources, other.sources, isSameReport) &&
    isSameList([...one.hidden.values()], [...other.hidden.values()], isSameRemoval) &&
    isSameList([...(one.deferred ?? [])], [...(other.deferred ?? [])], Object.is)
  )
}

function isSameList<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (left: Item, right: Item) => boolean,
): boolean {
  if (one.length !== other.length) return false
  for (const [index, item] of one.entries()) if (!isSame(item, other[index] as Item)) return false
  return true
}

/** The tools that it offered in vain are among the hidden ones. */
function isSameReport(one: SourceReport, other: SourceReport): boolean {
  return one.source === other.source && one.problem === other.problem
}

function isSameRemoval(one: HiddenTool, other: HiddenTool): boolean {
  return (
    one.name === other.name && one.class === other.class && one.reason === other.reason && one.source === other.source
  )
}

function show({ name: canonical, description, inputSchema }: DescribedTool, names: NameMap): ShownTool {
  const name = names.exposedName(canonical) ?? canonical
  const speech = names.speech(name)
  if (speech === undefined) return { name, description, inputSchema }
  return { name, description: speech.describe(description, names), inputSchema: speech.show(inputSchema) }
}

const switchedOff = (reason: string) => ({ class: 'unavailable', reason, source: 'registry' }) as const
const unknown = { class: 'unknown', reason: 'no tool has this name', source: 'registry' } as const

const describeSource = ({ source, problem }: SourceReport) =>
  `the source "${source}" could not list its tools: ${problem}`
