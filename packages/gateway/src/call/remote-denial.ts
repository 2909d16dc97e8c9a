import type { ListedTool } from '@drawbridge/core/registry'

/** Tools that callers over HTTP do not get, whatever the policy says of them, unless the operator names them in `gateway.remoteTools`. */
const kept: readonly RegExp[] = [
  /^fs\.(write_file|edit|delete|move|apply_patch)$/,
  /^runtime\./,
  /^agent\.(spawn|fork|delegate|dispatch_worker)$/,
  /^message\.send$/,
  /^(automation|ui|nodes|custom|local)\./,
  /^servers\.call$/,
  /^skill\.publish$/,
]

/** Returns the reason for which a tool is kept from callers over HTTP; undefined if it is not. */
export function remoteDenial(
  { name, permission, groups }: Pick<ListedTool, 'name' | 'permission' | 'groups'>,
  lifted: readonly string[],
): string | undefined {
  if (lifted.includes(name)) return undefined
  const isKept =
    kept.some((pattern) => pattern.test(name)) ||
    groups.includes('runtime') ||
    (name.startsWith('mcp.') && permission === 'write')
  return isKept
    ? `"${name}" is kept from callers over HTTP. The operator opens it by name: gateway.remoteTools.`
    : undefined
}
