/**
 * A complaint about a command line without the values in it that belong to no argument or option: one of them may be a secret that was
 * given as an argument by mistake, and messages end up in logs.
 */
export function withoutValues(message: string): string {
  return message
    .replace(/^(error: too many arguments\b.*? but got \d+):.*$/s, '$1.\n')
    .replace(/^(error: unknown option '(?:--[^=']*(?==)|-[^-])).*$/s, "$1'\n")
}
