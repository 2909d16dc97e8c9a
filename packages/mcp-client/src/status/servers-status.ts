import { defineToolBody } from '@drawbridge/core/registry'
import { harmless } from '@drawbridge/core/untrusted'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { describeStatus } from './describe-status.ts'

/** The body of `servers.status`. It starts no server. */
export function serversStatus(house: House) {
  return defineToolBody({
    input: z.strictObject({
      server: z.string().optional().describe('The id of one server. Default: all of them.'),
    }),
    execute: async ({ server }) => {
      const mcp = await house.service('mcpServers')
      const wanted = server === undefined ? (mcp?.servers ?? []) : mcp === undefined ? [] : [mcp.get(server)]
      const lines = await Promise.all(wanted.map(async (one) => describeStatus(await one.status())))
      const off = server === undefined && mcp !== undefined ? mcp.off.map((id) => `${id}: switched off.`) : []
      const all = [...lines, ...off]
      return all.length === 0 ? 'No MCP server is configured.' : harmless(all.join('\n'))
    },
  })
}
