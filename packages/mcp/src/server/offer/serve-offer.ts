import type { McpOffer, McpOfferChange } from '@drawbridge/room'
import {
  INVALID_PARAMS,
  type McpRequestContext,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { ClientReach } from '../call/served-call.ts'
import type { ClientConnection } from '../connection.ts'
import { artifactIdOf, artifactUriTemplate } from '../content/artifact-uri.ts'
import { pageOf } from '../tools/list-page.ts'
import { readOffer, type ServedOffer } from './served-offer.ts'

export interface OfferServing {
  readonly server: Server
  readonly connection: ClientConnection
  readonly offer: McpOffer | undefined
  readonly era: McpRequestContext['era']
  reachOf(context: ServerContext): ClientReach
  /** Hears of changes, if this server is to announce them. */
  readonly onChange: ((listener: (change: McpOfferChange) => void) => void) | undefined
}

const artifactTemplate = {
  uriTemplate: artifactUriTemplate,
  name: 'artifact',
  description: 'The full text of an output that was truncated.',
}

const nothing: ServedOffer = { prompts: [], resources: [], templates: [] }

/** The documents that one session may watch. */
const mostSubscriptions = 1_000

/** Loaded with the first request for them. */
const load = {
  artifact: () => import('../content/read-artifact.ts'),
  completion: () => import('./complete.ts'),
  prompts: () => import('./prompts.ts'),
  resources: () => import('./resources.ts'),
}

/** Answers everything about prompts, resources and completion, for one client. */
export function serveOffer({ server, connection, offer, era, reachOf, onChange }: OfferServing): void {
  const lists = async () => {
    if (offer === undefined) return nothing
    await connection.run.refresh()
    return readOffer(offer, connection.run)
  }
  server.setRequestHandler('resources/list', async ({ params }) => {
    const { describeResource } = await load.resources()
    const { items, ...next } = pageOf((await lists()).resources, ({ uri }) => uri, params?.cursor)
    return { resources: items.map(describeResource), ...next }
  })
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    const { describeTemplate } = await load.resources()
    const templates = [artifactTemplate, ...(await lists()).templates.map(describeTemplate)]
    const ordered = templates.sort((left, right) => (left.uriTemplate < right.uriTemplate ? -1 : 1))
    const { items, ...next } = pageOf(ordered, ({ uriTemplate }) => uriTemplate, params?.cursor)
    return { resourceTemplates: [...items], ...next }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    if (artifactIdOf(uri) !== undefined) {
      const { readArtifact } = await load.artifact()
      return readArtifact(uri, connection.run.get(), context.mcpReq.signal)
    }
    const { readResource } = await load.resources()
    return readResource(uri, await lists(), reachOf(context), context, connection)
  })
  if (offer === undefined) return

  server.setRequestHandler('prompts/list', async ({ params }) => {
    const { describePrompt } = await load.prompts()
    const { items, ...next } = pageOf((await lists()).prompts, ({ name }) => name, params?.cursor)
    return { prompts: items.map(describePrompt), ...next }
  })
  server.setRequestHandler('prompts/get', async (request, context) => {
    const { getPrompt } = await load.prompts()
    return getPrompt(request, (await lists()).prompts, reachOf(context), context, connection)
  })
  server.setRequestHandler('completion/complete', async (request, { mcpReq: { signal } }) => {
    const { completeArgument } = await load.completion()
    return completeArgument(request, await lists(), signal)
  })
  if (offer.watch !== undefined) serveSubscriptions(server, lists, { era, onChange })
}

/** Up to 2025-11-25 a session says which documents it watches; under 2026-07-28 the SDK keeps that for each stream. */
function serveSubscriptions(
  server: Server,
  lists: () => Promise<ServedOffer>,
  { era, onChange }: Pick<OfferServing, 'era' | 'onChange'>,
): void {
  const watched = new Set<string>()
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const { readerOf } = await load.resources()
    if (readerOf(uri, await lists()) === undefined)
      throw new ProtocolError(INVALID_PARAMS, `There is no resource at ${uri}.`)
    if (watched.size >= mostSubscriptions && !watched.has(uri))
      throw new ProtocolError(INVALID_PARAMS, `A session can watch ${mostSubscriptions} resources. End another first.`)
    watched.add(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    watched.delete(uri)
    return {}
  })
  const tell = (change: McpOfferChange): Promise<void> => {
    switch (change.kind) {
      case 'prompts':
        return server.sendPromptListChanged()
      case 'resources':
        return server.sendResourceListChanged()
      case 'updated':
        return era === 'modern' || watched.has(change.uri)
          ? server.sendResourceUpdated({ uri: change.uri })
          : Promise.resolve()
      default:
        return change satisfies never
    }
  }
  // A client that cannot be reached is gone.
  onChange?.((change) => void tell(change).catch(() => undefined))
}
