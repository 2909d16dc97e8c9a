import type { ConfigValue } from '../document/config-syntax.ts'

/**
 * Returns true if an entry starts Drawbridge as an MCP server, under whatever name. Its command line is the mark, so entries that a
 * person pasted are known as well.
 */
export function isOwnEntry(value: ConfigValue): boolean {
  const words = textsIn(value)
  const start = words.findIndex((word) =>
    /(?:^|[\\/])drawbridge(?:\.js|\.cmd|\.exe)?$|^@drawbridge\/cli(?:@|$)/.test(word),
  )
  return start >= 0 && words.slice(start + 1).includes('mcp')
}

/** The texts of the command line, in order. */
function textsIn(value: ConfigValue): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const table = value as { readonly [key: string]: ConfigValue }
  return [table.command, table.cmd, table.args].flat().filter((word) => typeof word === 'string')
}
