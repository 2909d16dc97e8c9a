/** The side effects of a call outside Drawbridge. */
export type Permission = 'readonly' | 'write'

/** The worst harm that a call can do, mildest first. */
export const risks = ['safe', 'medium', 'dangerous', 'destructive'] as const
/** The worst harm that a call can do. */
export type Risk = (typeof risks)[number]

/** The risk of a tool that sets none: by its tags, else by its permission. */
export function derivedRisk(permission: Permission, tags: ReadonlySet<string>): Risk {
  if (tags.has('destructive')) return 'destructive'
  if (tags.has('dangerous')) return 'dangerous'
  return permission === 'readonly' ? 'safe' : 'medium'
}

/** Returns true if `left` is worse than `right`. */
export function isRiskier(left: Risk, right: Risk): boolean {
  return risks.indexOf(left) > risks.indexOf(right)
}
