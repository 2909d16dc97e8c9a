/** Returns true for a valid agent id: a letter or digit, then letters, digits, `.`, `_` and `-`; at most 64. */
export function isAgentId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)
}
