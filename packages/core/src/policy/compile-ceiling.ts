import type { Ceiling } from './ceiling.ts'
import { compileRule } from './rules/compile-rule.ts'
import type { PolicyPlace } from './rules/match-path.ts'
import type { Mode, PermissionRule } from './section/permissions-section.ts'
import { compileToolList } from './tool-set/tool-list.ts'

/** A limit as a program sets it for a session or a child. */
export interface CeilingOptions {
  /** Unique among the ceilings of a run. */
  readonly name: string
  /** Tools beyond this list do not exist; entries as in a configuration. */
  readonly tools?: readonly string[]
  readonly mode?: Mode
  /** Only `deny` and `ask` bind. */
  readonly rules?: readonly PermissionRule[]
}

/** Compiles a ceiling. Its rules must have been checked before. */
export function compileCeiling({ name, tools, mode, rules = [] }: CeilingOptions, place: PolicyPlace): Ceiling {
  const source = `the ceiling of ${name}`
  const deniedTools = rules.flatMap(({ tools: denied, when, then }) =>
    then === 'deny' && when === undefined ? denied : [],
  )
  return {
    name,
    source,
    ...(tools === undefined ? {} : { tools: compileToolList(tools, () => source) }),
    ...(mode === undefined ? {} : { mode }),
    ...(deniedTools.length === 0 ? {} : { deniedTools }),
    rules: rules.map((rule, index) =>
      compileRule(rule, { layer: { source: () => source }, path: [name, 'rules', index], place }),
    ),
  }
}

/**
 * The ceilings of a child: all of its parent's, and the parent's own mode. What the parent's agent or role may do is not among
 * them: a child has rules of its own.
 */
export function inheritedCeilings(
  run: string,
  { mode, ceilings = [] }: { readonly mode: Mode; readonly ceilings?: readonly Ceiling[] | undefined },
): readonly Ceiling[] {
  return [...ceilings, { name: `run ${run}`, source: `the mode of run ${run}`, mode, rules: [] }]
}
