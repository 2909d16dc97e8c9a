/** Returns the id of the server whose tool has this canonical name; undefined if it is not a server's. */
export function serverOf(canonicalName: string): string | undefined {
  return /^mcp\.([^.]+)\../.exec(canonicalName)?.[1]
}
