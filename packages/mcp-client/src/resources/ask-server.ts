import type { ToolContext } from '@drawbridge/core'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { listPages } from '../listing/list-pages.ts'
import { type PageRequest, readPage } from '../listing/read-page.ts'
import type { ManagedServer } from '../server/managed-server.ts'

type Server = Pick<ManagedServer, 'request'>

/** The resources of a server, and the templates of further ones, as it describes them. */
export interface ServerResources {
  readonly resources: readonly unknown[]
  readonly templates: readonly unknown[]
}

/** Lists the resources and templates of a server. A server without them has none. */
export async function resourcesOf(server: Server, context: ToolContext): Promise<ServerResources> {
  return await server.request(context, async ({ client }, options) => {
    if (client.getServerCapabilities()?.resources === undefined) return { resources: [], templates: [] }
    const resources = await whole(client, { method: 'resources/list', field: 'resources' }, options)
    // A server may have resources without knowing of templates.
    const templates = await whole(
      client,
      { method: 'resources/templates/list', field: 'resourceTemplates' },
      options,
    ).catch(() => [])
    return { resources, templates }
  })
}

/** Lists the prompts of a server. */
export async function promptsOf(server: Server, context: ToolContext): Promise<readonly unknown[]> {
  return await server.request(context, async ({ client }, options) =>
    client.getServerCapabilities()?.prompts === undefined
      ? []
      : whole(client, { method: 'prompts/list', field: 'prompts' }, options),
  )
}

/** Returns the parts of a resource. */
export async function contentsOf(server: Server, uri: string, context: ToolContext): Promise<readonly unknown[]> {
  const { contents } = await server.request(context, ({ client }, options) => client.readResource({ uri }, options))
  return contents
}

/** A prompt with its arguments. */
export interface PromptRequest {
  readonly name: string
  readonly arguments: Readonly<Record<string, string>>
}

/** Returns a prompt, filled in by the server. */
export async function promptOf(server: Server, { name, arguments: given }: PromptRequest, context: ToolContext) {
  const wanted = { name, arguments: { ...given } }
  const { description, messages } = await server.request(context, ({ client }, options) =>
    client.getPrompt(wanted, options),
  )
  return { description, messages: messages as readonly unknown[] }
}

/** An argument of a prompt whose values are wanted. */
export interface CompletionRequest {
  readonly prompt: string
  readonly argument: string
  readonly value: string
  /** The other arguments, as far as they are known. */
  readonly given: Readonly<Record<string, string>>
}

/** Returns values of an argument; none if the server completes nothing. */
export async function completionsOf(
  server: Server,
  { prompt, argument, value, given }: CompletionRequest,
  context: ToolContext,
) {
  return await server.request(context, async ({ client }, options) => {
    if (client.getServerCapabilities()?.completions === undefined) return { values: [], hasMore: false }
    const { completion } = await client.complete(
      {
        ref: { type: 'ref/prompt', name: prompt },
        argument: { name: argument, value },
        context: { arguments: { ...given } },
      },
      options,
    )
    return { values: completion.values.slice(0, 100), hasMore: completion.hasMore === true }
  })
}

async function whole(
  client: Client,
  { method, field }: Omit<PageRequest, 'cursor'>,
  { signal, timeout }: RequestOptions,
): Promise<readonly unknown[]> {
  const options = { ...(signal === undefined ? {} : { signal }), ...(timeout === undefined ? {} : { timeout }) }
  const { items } = await listPages((cursor) => readPage(client, { method, field, cursor }, options))
  return items
}
