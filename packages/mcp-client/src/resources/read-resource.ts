import { fail, toolOutput, type UnlabelledBlock } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { harmless } from '@drawbridge/core/untrusted'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { McpSection } from '../section/mcp-section.ts'
import { foreignLabel, foreignWords } from '../tools/foreign-words.ts'
import { contentsOf } from './ask-server.ts'
import { openDoor } from './open-door.ts'
import { type ResourceAddress, readResourceUri, resourceUri } from './resource-uri.ts'
import { authorityOf, targetsOf } from './server-authority.ts'

const input = z.strictObject({
  uri: z
    .string()
    .min(1)
    .max(8_192)
    .describe('The address, as servers.list_resources or a result gives it: drawbridge://SERVER/…'),
  server: z
    .string()
    .optional()
    .describe("The id of the server, if the address is the server's own, such as a filled-in template."),
})

/** The body of `servers.read_resource`. */
export function readResource(house: House, section: McpSection | undefined): ToolBody {
  return defineToolBody({
    input,
    check: (given) =>
      addressOf(given) === undefined ? `"${given.uri}" names no server. Give "server" too.` : undefined,
    targets: (given) => targetsOf(addressOf(given)?.server ?? '', section),
    effective: (given) => authorityOf(addressOf(given)?.server ?? '', section),
    execute: async (given, context) => {
      const { server: id, uri } = addressOf(given) ?? fail('validation_error', 'The address names no server.')
      const server = await openDoor(house, id, context)
      const contents = await contentsOf(server, uri, context)
      const texts: string[] = []
      const media: UnlabelledBlock[] = []
      for (const part of contents) {
        const block = mediaOf(id, part)
        if (block !== undefined) media.push(block)
        else if (isJsonObject(part) && typeof part.text === 'string') texts.push(part.text)
      }
      if (texts.length + media.length === 0) fail('server_error', `The server "${id}" has nothing at this address.`)
      return toolOutput({
        content: foreignWords(`the MCP server "${id}"`, 'servers.read_resource', texts.join('\n')),
        ...(media.length === 0 ? {} : { media }),
      })
    },
  })
}

function addressOf({ uri, server }: z.output<typeof input>): ResourceAddress | undefined {
  return server === undefined ? readResourceUri(uri) : { server, uri: readResourceUri(uri)?.uri ?? uri }
}

function mediaOf(server: string, part: unknown): UnlabelledBlock | undefined {
  if (!isJsonObject(part) || typeof part.blob !== 'string') return undefined
  const media = typeof part.mimeType === 'string' ? { mediaType: harmless(part.mimeType) } : {}
  const uri = resourceUri({ server, uri: String(part.uri) })
  return { type: 'resource', uri, ...media, data: part.blob, label: foreignLabel('servers.read_resource') }
}
