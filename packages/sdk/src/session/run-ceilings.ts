import type { Mode, Principal, SessionOptions } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { type Ceiling, type CompiledRule, compileCeiling, inheritedCeilings } from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import type { StandingLimits } from '@drawbridge/room'
import { realUserHome } from '../home/real-user-home.ts'

/** The limits of a run, which apply to every run below it. */
export interface RunLimits {
  /** The mode that counts, wherever it was set. */
  readonly mode: Mode
  readonly ceilings: readonly Ceiling[]
  /** Globs of the paths that it and its parents may not touch. */
  readonly deniedPaths: readonly string[]
  /** The agent that it runs for, whose rules and lists bind its children too. */
  readonly agent: string | undefined
  /** Returns the canonical names of its tools. Undefined until it is open. */
  readonly tools?: () => readonly string[]
  /** The tools that its session keeps from it. */
  readonly hide: SessionOptions['hide']
  readonly approvers: SessionOptions['approvers']
  readonly questioners: SessionOptions['questioners']
}

/** The limits of the runs that are known, by their ids: those of every open session of one Drawbridge. */
export type KnownRuns = Map<string, RunLimits>

/** Returns the rules that bind an agent alone. */
type RulesOf = (agent: string) => readonly CompiledRule[]

/**
 * Returns the options of a session whose run is below others: what limits its parents limits it as long as it lives, also after they have
 * ended. It has the mode of the nearest one, and asks whom that one asks, unless it says otherwise.
 */
export function belowParents(
  given: SessionOptions,
  known: ReadonlyMap<string, RunLimits>,
  rulesOf: RulesOf,
): SessionOptions {
  const { role = 'main', parents = [], agent } = given.principal ?? {}
  const above = limitsAbove(parents, known)
  const [nearest] = above
  if (nearest === undefined) return given
  const { mode, approvers, questioners } = nearest.limits
  const hides = [...above.flatMap(({ limits }) => limits.hide ?? []), ...(given.hide === undefined ? [] : [given.hide])]
  return {
    ...given,
    mode: given.mode ?? mode,
    ...defined({ approvers: given.approvers ?? approvers, questioners: given.questioners ?? questioners }),
    ceilings: distinct([...parentCeilings({ role, agent }, above, rulesOf), ...(given.ceilings ?? [])]),
    ...(hides.length === 0 ? {} : { hide: firstOf(hides) }),
  }
}

interface LimitsAbove {
  readonly run: string
  readonly limits: RunLimits
}

function limitsAbove(parents: Principal['parents'], known: ReadonlyMap<string, RunLimits>): readonly LimitsAbove[] {
  return parents.flatMap(({ run }) => {
    const limits = known.get(run)
    return limits === undefined ? [] : [{ run, limits }]
  })
}

function parentCeilings(
  { role, agent }: { readonly role: Principal['role']; readonly agent: string | undefined },
  above: readonly LimitsAbove[],
  rulesOf: RulesOf,
): readonly Ceiling[] {
  return above.flatMap(({ run, limits }) => [
    ...inheritedCeilings(run, limits),
    ...(isBelow(role) ? ownCeilings(run, limits, limits.agent === agent ? undefined : rulesOf) : []),
  ])
}

/** A run of another agent on behalf of this one has tools and rules of its own; a child has not. */
function isBelow(role: Principal['role']): boolean {
  return role === 'sub' || role === 'fork' || role === 'worker'
}

/** Keeps the children of a run from other tools than it has, and binds them by the rules of its agent. */
function ownCeilings(run: string, { tools, agent }: RunLimits, rulesOf: RulesOf | undefined): readonly Ceiling[] {
  const rules = agent === undefined ? [] : (rulesOf?.(agent) ?? [])
  return [
    ...(tools === undefined ? [] : [compileCeiling({ name: `tools of run ${run}`, tools: tools() }, noPlace)]),
    ...(rules.length === 0 ? [] : [{ name: `agent of run ${run}`, source: `the rules of agent ${agent}`, rules }]),
  ]
}

/** Lists of tools name no path. */
const noPlace = { workspace: '/', userHome: '/' }

/** Returns the part of the limits of a run that can be stored. Rules about single calls end with the run. */
export function standingLimitsOf(
  { mode, deniedPaths, ceilings, hide }: RunLimits,
  tools: readonly ListedTool[],
): StandingLimits {
  const modes = ceilings.flatMap((ceiling) => ceiling.mode ?? [])
  const isDenied = (tool: ListedTool) => hide?.(tool) !== undefined || ceilings.some((each) => denies(each, tool))
  // The entries of rules count for tools that come later, too.
  const entries = ceilings.flatMap((ceiling) => ceiling.deniedTools ?? [])
  const deniedTools = [...new Set([...entries, ...tools.filter(isDenied).map(({ name }) => name)])]
  return {
    ...{ mode, deniedPaths },
    ...(modes.length === 0 ? {} : { modes: [...new Set(modes)] }),
    ...(deniedTools.length === 0 ? {} : { deniedTools }),
  }
}

/** True if a ceiling denies a tool whatever the call. */
function denies({ tools, rules }: Ceiling, tool: ListedTool): boolean {
  if (tools !== undefined && tools.find(tool) === undefined) return true
  return rules.some(
    (rule) => rule.verdict === 'deny' && rule.holds === undefined && rule.target === undefined && rule.concerns(tool),
  )
}

type Hide = NonNullable<SessionOptions['hide']>

function firstOf(hides: readonly Hide[]): Hide {
  const [only] = hides
  if (hides.length === 1 && only !== undefined) return only
  return (tool) => {
    for (const hide of hides) {
      const hidden = hide(tool)
      if (hidden !== undefined) return hidden
    }
    return undefined
  }
}

function distinct(ceilings: readonly Ceiling[]): readonly Ceiling[] {
  return [...new Map(ceilings.map((ceiling) => [ceiling.name, ceiling])).values()]
}

type Limiting = Pick<SessionOptions, 'mode' | 'ceilings' | 'hide'>

interface WithinOptions<Own> {
  /** The id of the session. */
  readonly id: string
  /** The mode of the session, from any source. */
  readonly mode: Mode
  /** The options with which the session was opened. */
  readonly options: Limiting
  readonly own: Own
}

/**
 * The options of a run below its session and below its parents: their ceilings, the mode that the session was opened with and those of
 * the parents hold whatever the run sets for itself. What they hide stays hidden.
 */
export function withinParents<Own extends Limiting>(
  { id, mode, options, own }: WithinOptions<Own>,
  { role, parents, agent }: Pick<Principal, 'role' | 'parents' | 'agent'>,
  known: ReadonlyMap<string, RunLimits>,
  rulesOf: RulesOf,
): Own {
  // The main run of a session that was opened with no mode of its own may have any, as sessions may.
  const isBound = options.mode !== undefined || role !== 'main' || parents.length > 0
  const ofSession =
    isBound && own.mode !== undefined && own.mode !== mode
      ? [{ name: `session ${id}`, source: 'the mode of the session', mode, rules: [] }]
      : []
  const ofParents = parentCeilings({ role, agent }, limitsAbove(parents, known), rulesOf)
  const all = [...(options.ceilings ?? []), ...ofSession, ...ofParents, ...(own.ceilings ?? [])]
  const ceilings = distinct(all)
  const hides = [options.hide, own.hide].filter((hide) => hide !== undefined)
  return {
    ...own,
    ...(ceilings.length === 0 ? {} : { ceilings }),
    ...(hides.length === 0 ? {} : { hide: firstOf(hides) }),
  }
}

type Denying = Pick<SessionOptions, 'deniedPaths' | 'ceilings'>

/**
 * Returns the options with a ceiling for each of their denied paths, which applies to every run below and in every
 * mode. Its name is the path, so that ceilings of parents never replace one another.
 */
export function withDeniedPaths<Options extends Denying>(options: Options, workspace: string): Options {
  const { deniedPaths = [], ceilings = [] } = options
  if (deniedPaths.length === 0) return options
  const place = { workspace, userHome: realUserHome() }
  const own = deniedPaths.map((path) =>
    compileCeiling({ name: `the denied path "${path}"`, rules: [{ tools: '*', when: { path }, then: 'deny' }] }, place),
  )
  return { ...options, ceilings: [...ceilings, ...own] }
}
