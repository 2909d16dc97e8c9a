import { toolOutput } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { McpSection } from '../section/mcp-section.ts'
import { foreignLabel, foreignWords } from '../tools/foreign-words.ts'
import { readResult } from '../tools/read-result.ts'
import { completionsOf, promptOf, promptsOf } from './ask-server.ts'
import { openDoor } from './open-door.ts'
import { authorityOf, targetsOf } from './server-authority.ts'

const input = z.strictObject({
  server: z.string().min(1).describe('The id of the server.'),
  name: z.string().min(1).max(256).optional().describe('The prompt. Default: lists the prompts of the server.'),
  arguments: z.record(z.string(), z.string()).optional().describe('Its arguments.'),
  complete: z
    .strictObject({
      argument: z.string().min(1).max(256).describe('The name of the argument.'),
      value: z.string().max(1_000).default('').describe('What is known of its value.'),
    })
    .optional()
    .describe('Asks the server for values of one argument in place of the prompt.'),
})

/** The body of `servers.get_prompt`. */
export function getPrompt(house: House, section: McpSection | undefined): ToolBody {
  return defineToolBody({
    input,
    profile: 'open',
    check: ({ name, complete }) =>
      complete !== undefined && name === undefined ? '"complete" needs the "name" of a prompt.' : undefined,
    targets: ({ server }) => targetsOf(server, section),
    effective: ({ server, name }) =>
      name === undefined
        ? { permission: 'readonly', risk: 'safe', why: 'it only lists' }
        : authorityOf(server, section),
    execute: async ({ server: id, name, arguments: given = {}, complete }, context) => {
      const server = await openDoor(house, id, context)
      const said = (text: string) => foreignWords(`the MCP server "${id}"`, 'servers.get_prompt', text)
      if (name === undefined) {
        const prompts = await promptsOf(server, context)
        if (prompts.length === 0) return `The server "${id}" has no prompts.`
        return toolOutput({ content: said(prompts.map((prompt) => JSON.stringify(prompt)).join('\n')) })
      }
      if (complete !== undefined) {
        const { values, hasMore } = await completionsOf(server, { prompt: name, given, ...complete }, context)
        if (values.length === 0) return 'The server knows no such values.'
        return toolOutput({ content: said([...values, ...(hasMore ? ['(there are more)'] : [])].join('\n')) })
      }
      const { description, messages } = await promptOf(server, { name, arguments: given }, context)
      const parts = messages.flatMap((message) => (isJsonObject(message) ? [message] : []))
      const read = readResult(id, { content: parts.map(({ content }) => content) })
      const lines = parts.map(({ role, content }) => {
        return `${String(role)}: ${textOf(content)}`
      })
      const media = read.media.map((block) => ({ ...block, label: foreignLabel('servers.get_prompt') }))
      return toolOutput({
        content: said([...(description === undefined ? [] : [description]), ...lines].join('\n')),
        ...(media.length === 0 ? {} : { media }),
      })
    },
  })
}

/** Images and sounds come with the result, so their bytes are not repeated. */
function textOf(content: unknown): string {
  if (!isJsonObject(content)) return JSON.stringify(content)
  if (typeof content.text === 'string') return content.text
  return 'data' in content ? `[${String(content.type)}]` : JSON.stringify(content)
}
