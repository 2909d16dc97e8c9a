import { fail } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House, ToolRow } from '@drawbridge/room'
import { z } from 'zod'
import type { McpSection } from '../section/mcp-section.ts'
import type { AccessRequested } from './grant-events.ts'

const input = z.strictObject({
  server: z.string().min(1).describe('The id of the server.'),
  tools: z.array(z.string().min(1)).max(50).optional().describe("The server's own names of tools. Default: all."),
  scope: z.enum(['agent', 'user']).default('agent').describe("Whose access is asked for: the agent's or the user's."),
  reason: z.string().trim().min(1).max(1_000).describe('Why it is needed, for the person who decides.'),
})

/** The row of `servers.request_access`, which exists if there are servers. */
export const requestAccessRow: ToolRow<McpSection> = {
  name: 'servers.request_access',
  description:
    'Asks the operator for access to an MCP server, or to some of its tools, for this agent or its user. A person decides later; call it once, if a task needs tools that are not granted.',
  permission: 'readonly',
  risk: 'safe',
  groups: ['mcp'],
  load: async (house, section) => requestAccess(house, section),
}

/** Asks the operator for access to a server. It grants nothing. */
function requestAccess(house: House, section: McpSection | undefined): ToolBody {
  const ids = Object.keys(section?.servers ?? {})
  return defineToolBody({
    input,
    execute: async ({ server, tools, scope, reason }, { principal }) => {
      const id = principal[scope]
      if (id === undefined)
        fail(
          'tool_not_available',
          `This run works for no ${scope}, so access cannot be asked for with scope "${scope}".`,
        )
      if (!ids.includes(server)) fail('validation_error', `There is no server "${server}".${didYouMean(server, ids)}`)
      const grants = await house.service('mcpGrants')
      if (grants === undefined) fail('tool_not_available', 'Access to servers cannot be asked for here.')
      const request = await (await grants.store()).request({
        server,
        subject: { kind: scope, id },
        reason,
        ...(tools === undefined ? {} : { tools }),
      })
      await house.emit<AccessRequested>(principal, {
        type: 'mcp.access_requested',
        request: request.id,
        server,
        subject: request.subject,
        reason,
      })
      return `Asked for access as ${request.id}. A person decides; until then the tools stay unavailable, so do not ask again and go on with what you have.`
    },
  })
}
