import { toolOutput } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { harmless } from '@drawbridge/core/untrusted'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { foreignWords } from '../tools/foreign-words.ts'
import { headOf, remarksOn } from './describe-status.ts'

/** The body of `servers.status`. It starts no server, and tells a caller nothing of one that it may not use but how to ask for it. */
export function serversStatus(house: House) {
  return defineToolBody({
    input: z.strictObject({
      server: z.string().optional().describe('The id of one server. Default: all of them.'),
    }),
    execute: async ({ server }, { principal }) => {
      const mcp = await house.service('mcpServers')
      const grants = await house.service('mcpGrants')
      const wanted = server === undefined ? (mcp?.servers ?? []) : mcp === undefined ? [] : [mcp.get(server)]
      const own: string[] = []
      const foreign: string[] = []
      for (const one of wanted) {
        const access = await grants?.accessOf(one.id, principal)
        if (access?.status === 'closed') {
          own.push(`${one.id}: ${access.why}. Ask for it with servers.request_access.`)
          continue
        }
        const status = await one.status()
        own.push(headOf(status))
        const remarks = remarksOn(status)
        if (remarks.length > 0) foreign.push(`${one.id}:`, ...remarks)
      }
      if (server === undefined && mcp !== undefined) own.push(...mcp.off.map((id) => `${id}: switched off.`))
      if (own.length === 0) return 'No MCP server is configured.'
      const text = harmless(own.join('\n'))
      return toolOutput({
        content: [
          { type: 'text', text },
          ...foreignWords('MCP servers', 'servers.status', harmless(foreign.join('\n'))),
        ],
      })
    },
  })
}
