/** Whether an agent may be called so: a letter or digit, then letters, digits, `.`, `_` and `-`; at most 64. */
export function isAgentId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)
}
