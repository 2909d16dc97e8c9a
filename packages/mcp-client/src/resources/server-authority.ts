import type { DeclaredTarget } from '@drawbridge/core'
import { ownHosts } from '../link/http-transport.ts'
import type { McpSection } from '../section/mcp-section.ts'

/** Returns what a request to a server touches: the server, and the address at which it is. */
export function targetsOf(id: string, section: McpSection | undefined): readonly DeclaredTarget[] {
  const definition = definitionOf(id, section)
  const url = definition?.url
  return [
    { kind: 'server', id },
    ...(url === undefined || ownHosts(url).length > 0 ? [] : [{ kind: 'url' as const, url }]),
  ]
}

/**
 * Returns the authority of a request that only reads by the protocol: it reads if the operator believes the server, as for its tools;
 * otherwise nobody knows what the server does for it, so it counts as a write.
 */
export function authorityOf(id: string, section: McpSection | undefined) {
  const definition = definitionOf(id, section)
  if (definition?.trustAnnotations !== true) return undefined
  return { permission: 'readonly', risk: 'safe', why: `the operator believes "${id}" that it only reads` } as const
}

function definitionOf(id: string, section: McpSection | undefined) {
  const servers = section?.servers ?? {}
  return Object.hasOwn(servers, id) ? servers[id] : undefined
}
