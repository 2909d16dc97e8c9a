import type { Mode, Principal, SessionOptions } from '@drawbridge/core'
import { type Ceiling, compileCeiling, inheritedCeilings } from '@drawbridge/core/policy'
import { realUserHome } from '../home/real-user-home.ts'

/** The limits of a run, which apply to every run below it. */
export interface RunLimits {
  /** The mode that counts, wherever it was set. */
  readonly mode: Mode
  readonly ceilings: readonly Ceiling[]
}

/** The limits of the runs that are known, by their ids: those of every open session of one Drawbridge. */
export type KnownRuns = Map<string, RunLimits>

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
  { role, parents }: Pick<Principal, 'role' | 'parents'>,
  known: ReadonlyMap<string, RunLimits>,
): Own {
  // The main run of a session that was opened with no mode of its own may have any, as sessions may.
  const isBound = options.mode !== undefined || role !== 'main' || parents.length > 0
  const ofSession =
    isBound && own.mode !== undefined && own.mode !== mode
      ? [{ name: `session ${id}`, source: 'the mode of the session', mode, rules: [] }]
      : []
  const ofParents = parents.flatMap(({ run }) => {
    const limits = known.get(run)
    return limits === undefined ? [] : inheritedCeilings(run, limits)
  })
  const all = [...(options.ceilings ?? []), ...ofSession, ...ofParents, ...(own.ceilings ?? [])]
  const ceilings = [...new Map(all.map((ceiling) => [ceiling.name, ceiling])).values()]
  const hide: SessionOptions['hide'] =
    options.hide === undefined || own.hide === undefined
      ? (own.hide ?? options.hide)
      : (tool) => options.hide?.(tool) ?? own.hide?.(tool)
  return {
    ...own,
    ...(ceilings.length === 0 ? {} : { ceilings }),
    ...(hide === undefined ? {} : { hide }),
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
