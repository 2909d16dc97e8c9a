import { fail, type ToolContext } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import type { ManagedServer } from '../server/managed-server.ts'
import { serverOf } from '../tools/server-of.ts'

/**
 * Returns a server to a caller who may use it: for resources, prompts and completions, which have no tool whose call is judged. Who has
 * no grant, or none of the tools of a server that has tools, gets nothing else of it either. Fails with the reason.
 */
export async function openDoor(house: House, id: string, context: ToolContext): Promise<ManagedServer> {
  const [mcp, grants] = [await house.service('mcpServers'), await house.service('mcpGrants')]
  const server = mcp?.servers.find((one) => one.id === id)
  if (server === undefined || grants === undefined) {
    const isOff = mcp?.off.includes(id) === true
    return fail('tool_not_available', isOff ? `The server "${id}" is switched off.` : `There is no server "${id}".`)
  }
  const access = await grants.accessOf(id, context.principal)
  if (access.status === 'closed') {
    return fail('tool_not_available', `The server "${id}" ${access.why}. Ask for it with servers.request_access.`)
  }
  const { offered, filtered } = await server.status()
  const hasOne = context.tools().some(({ name }) => serverOf(name) === id)
  if (!hasOne && offered + filtered > 0) {
    return fail('tool_not_available', `The server "${id}" is not available in this run: none of its tools is.`)
  }
  return server
}
