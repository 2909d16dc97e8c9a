import { readForeignName } from '@drawbridge/core/registry'

/** The most characters of a name, see `safeName` of core. */
const maxLength = 47

/**
 * Returns the name of a server's tool with the prefix of the operator; undefined if a client might refuse it, or if it could be read in
 * two ways: the tool then has the name of the dialect.
 */
export function prefixedName(
  tool: string,
  { id, prefix }: { readonly id: string; readonly prefix: string },
): string | undefined {
  const own = readForeignName(`mcp.${id}`, tool)
  const name = `${prefix}__${own}`
  return /^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*$/.test(own) && name.length <= maxLength ? name : undefined
}
