import { toolOutput } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { foreignWords } from '../tools/foreign-words.ts'
import { resourcesOf } from './ask-server.ts'
import { openDoor } from './open-door.ts'
import { resourceUri } from './resource-uri.ts'

const input = z.strictObject({
  server: z.string().min(1).describe('The id of the server.'),
})

const mostShown = 200

/** The body of `servers.list_resources`. */
export function listResources(house: House): ToolBody {
  return defineToolBody({
    input,
    targets: ({ server }) => [{ kind: 'server', id: server }],
    execute: async ({ server: id }, context) => {
      const server = await openDoor(house, id, context)
      const { resources, templates } = await resourcesOf(server, context)
      const shown = [
        ...resources.map((item) => describe(id, item, 'uri')),
        ...templates.map((item) => describe(id, item, 'uriTemplate')),
      ].filter((line) => line !== undefined)
      if (shown.length === 0) return `The server "${id}" has no resources.`
      const cut = shown.length > mostShown ? ` Only the first ${mostShown} of ${shown.length} are shown.` : ''
      const lines = shown.slice(0, mostShown).map((line) => JSON.stringify(line))
      return toolOutput({
        content: [
          {
            type: 'text',
            text: `Read one with servers.read_resource. Fill in the braces of a template first, and give the result with the server.${cut}`,
          },
          ...foreignWords(`the MCP server "${id}"`, 'servers.list_resources', lines.join('\n')),
        ],
      })
    },
  })
}

/** A bad entry is passed over: it costs only itself. */
function describe(server: string, item: unknown, key: 'uri' | 'uriTemplate') {
  if (!isJsonObject(item) || typeof item[key] !== 'string') return undefined
  const { name, title, description, mimeType } = item
  const address = key === 'uri' ? { uri: resourceUri({ server, uri: item[key] }) } : { template: item[key] }
  return { ...address, name, title, description, mimeType }
}
