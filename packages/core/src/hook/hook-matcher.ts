import { posix } from 'node:path'
import type { CallFacts } from '../policy/authority.ts'
import { compileTextPattern } from '../policy/text-pattern.ts'
import { parseToolEntry } from '../policy/tool-set/tool-entry.ts'
import type { Target } from '../target/target.ts'

/** The calls that a hook sees: those that satisfy every given part. In patterns, `*` stands for any characters. */
export interface HookMatcher {
  /** Any of: canonical names and patterns, `group:NAME`, `tag:NAME`. */
  readonly tools?: readonly string[] | undefined
  /** Any of. */
  readonly tags?: readonly string[] | undefined
  /** One target, at least, that satisfies all of it. */
  readonly target?: TargetMatcher | undefined
}

/** A pattern over the targets of a call. All given parts must match one target. */
export interface TargetMatcher {
  readonly kind?: Target['kind'] | undefined
  /** Pattern over the real path. */
  readonly path?: string | undefined
  /** Pattern over the name of the program, without its folder. */
  readonly program?: string | undefined
  /** Pattern over the host's name. */
  readonly host?: string | undefined
}

/**
 * Returns true if a hook applies to a call. Unknown targets match every target matcher: a gate that might apply does.
 */
export function matchesCall(matcher: HookMatcher | undefined, facts: CallFacts): boolean {
  if (matcher === undefined) return true
  const { tools, tags, target } = matcher
  if (tools !== undefined && !tools.some((entry) => matchesTool(entry, facts))) return false
  if (tags !== undefined && !tags.some((tag) => facts.tags.has(tag))) return false
  return target === undefined || facts.targets.some((each) => each.kind === 'dynamic' || matchesTarget(target, each))
}

function matchesTool(text: string, { tool, askedAs = tool, groups, tags }: CallFacts): boolean {
  const entry = parseToolEntry(text)
  switch (entry.kind) {
    case 'name':
      return entry.name === tool || entry.name === askedAs
    case 'pattern':
      return [tool, askedAs].some(compileTextPattern(entry.pattern))
    case 'group':
      return groups.includes(entry.group)
    case 'tag':
      return tags.has(entry.tag)
  }
}

function matchesTarget({ kind, path, program, host }: TargetMatcher, target: Target): boolean {
  if (kind !== undefined && kind !== target.kind) return false
  if (path !== undefined && !(target.kind === 'path' && compileTextPattern(path)(target.real))) return false
  if (
    program !== undefined &&
    !(target.kind === 'command' && mayBeProgram(program, target.program.name, target.dynamic))
  )
    return false
  return host === undefined || (target.kind === 'host' && compileTextPattern(host)(target.host))
}

function mayBeProgram(pattern: string, name: string, dynamic: boolean): boolean {
  return compileTextPattern(pattern)(posix.basename(name)) || (dynamic && name === '')
}
