import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { indexText, rankTexts } from '@drawbridge/core/search'
import { harmless } from '@drawbridge/core/untrusted'
import { z } from 'zod'
import { foreignWords } from '../tools/foreign-words.ts'
import { serverOf } from '../tools/server-of.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(500).describe('What the tool is to do, in a few words.'),
  server: z.string().optional().describe('The id of one server. Default: all of them.'),
  limit: z.int().min(1).max(20).default(8).describe('The most tools to return.'),
})

/** The body of `servers.search`. It finds the tools of servers that the run may call, and no others. */
export function serversSearch(): ToolBody {
  return defineToolBody({
    input,
    execute: async ({ query, server, limit }, { tools }) => {
      const candidates = tools().filter(({ name }) => {
        const owner = serverOf(name)
        return owner !== undefined && (server === undefined || owner === server)
      })
      const where = server === undefined ? '' : ` of "${harmless(server)}"`
      if (candidates.length === 0) return `There are no tools${where} that you may use. servers.status tells why.`
      const ranked = rankTexts(
        query,
        candidates.map(({ name, description }) =>
          indexText([
            { text: name.replaceAll(/[._-]/g, ' '), weight: 3 },
            { text: description, weight: 1 },
          ]),
        ),
      )
      const found = ranked.slice(0, limit).flatMap(({ index }) => candidates[index] ?? [])
      if (found.length === 0) {
        return `None of the ${candidates.length} tools${where} matches. Search with other words.`
      }
      const described = await Promise.all(
        found.map(async ({ name, description, loadSchema }) => ({ name, description, input: await loadSchema() })),
      )
      const more = ranked.length > found.length ? ` ${ranked.length - found.length} more match.` : ''
      return toolOutput({
        content: [
          { type: 'text', text: `Call a tool with servers.call {"name", "arguments"}.${more}` },
          ...foreignWords('MCP servers', 'servers.search', described.map((one) => JSON.stringify(one)).join('\n')),
        ],
        data: { tools: described },
      })
    },
  })
}
