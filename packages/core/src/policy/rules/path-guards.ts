import type { PathTarget } from '../../target/target.ts'
import type { CallPart } from './call-part.ts'
import type { GuardRule } from './guard.ts'

const builtIn = { source: 'built-in', verdict: 'ask' } as const

/** Beyond the workspace and its roots a person decides; single files that the operating system lets every program read are open. */
export const outsideTheRoots: GuardRule = (part) => {
  if (part.kind !== 'path' || part.zone !== 'outside' || (part.system === true && !part.recursive && !changes(part)))
    return undefined
  const why = part.why === undefined ? '' : ` (it ${part.why})`
  return {
    ...builtIn,
    rule: 'default.outside',
    because: `"${part.declared}" is ${part.real === part.declared ? '' : `${part.real}, `}outside the workspace and its granted roots${why}.`,
    // If the path counts as outside for another reason than its place, a rule about places does not lift it.
    lift: part.why === undefined ? 'path' : 'name',
    denialCode: 'path_outside_roots',
  }
}

/** Credentials are never part of a general permission. */
export const sensitivePath: GuardRule = (part, _, { isSensitive }) => {
  if (part.kind !== 'path' || !isSensitive(part)) return undefined
  const because = `"${part.declared}" contains credentials.`
  return { ...builtIn, rule: 'default.sensitive', because, lift: 'name' }
}

/** Files that decide on later code or later decisions can only be written with a person's approval. */
export const protectedWrite: GuardRule = (part) => {
  if (part.kind !== 'path' || part.protected !== true || !changes(part)) return undefined
  const because = `"${part.declared}" decides what later runs or is allowed; changing it needs a person's approval each time.`
  return { ...builtIn, rule: 'default.protected', because, lift: 'never' }
}

function changes({ access }: PathTarget): boolean {
  return access === 'write' || access === 'delete'
}

/** Returns true if the part is a plain edit of a file in the workspace. */
export function isWorkspaceEdit(part: CallPart): boolean {
  return part.kind === 'path' && part.access === 'write' && part.zone === 'workspace'
}
