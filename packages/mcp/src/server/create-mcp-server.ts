import { isJsonObject } from '@drawbridge/core/base'
import { loadLater, type McpOffer, type McpOfferChange } from '@drawbridge/room'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Implementation,
  type InputRequest,
  type McpRequestContext,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { abilitiesOf } from './call/caller-client.ts'
import type { PlainCalls, ServePlainCall } from './call/plain-calls.ts'
import type { ClientReach } from './call/served-call.ts'
import type { ClientConnection } from './connection.ts'
import { serveOffer } from './offer/serve-offer.ts'
import { listPage } from './tools/list-page.ts'

export interface McpServerSetup {
  readonly identity: Implementation
  readonly instructions?: string
  /** True if clients that support elicitation are asked. */
  readonly elicitation: boolean
  readonly connection: ClientConnection
  readonly era: McpRequestContext['era']
  readonly offer?: McpOffer
  /** The calls that need not come by here. */
  readonly plainCalls?: PlainCalls
  /** Tells the client that the tools have changed, if not the server itself does. */
  readonly announce?: () => void
  /** Hears of changes of the offer, if the server itself announces them. */
  readonly onOfferChange?: (listener: (change: McpOfferChange) => void) => void
}

/** Longer than any approval waits: the approval's own time limit ends the wait and tells the client. Milliseconds. */
const askingTimeoutMs = 86_400_000

/** Loads what takes calls with the first one: until then a client only reads lists. */
const handleCall = loadLater(async () => (await import('./handle-call.ts')).handleCall)

/**
 * The SDK's server for one client, over the connection's run. The low-level one: names, validation and errors are the pipeline's,
 * and the SDK's registry of tools would answer for them first.
 */
export function createMcpServer(setup: McpServerSetup): Server {
  const { identity, instructions, elicitation, connection, era, announce, offer } = setup
  const changes = offer?.watch === undefined ? {} : { listChanged: true }
  const server = new Server(identity, {
    capabilities: {
      tools: { listChanged: true },
      resources: offer?.watch === undefined ? {} : { ...changes, subscribe: true },
      ...(offer === undefined ? {} : { prompts: changes, completions: {} }),
      logging: {},
    },
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler('tools/list', async ({ params }) => {
    await connection.run.refresh()
    return listPage(connection.run.get().snapshot, params?.cursor)
  })
  server.setRequestHandler('tools/call', (request, context) => {
    const reach = reachOf(context)
    const serve: ServePlainCall = async (request, context) => {
      await tellOfChange()
      try {
        return await handleCall(request, context, connection, reach)
      } finally {
        await tellOfChange()
      }
    }
    if (era === 'modern') setup.plainCalls?.accept(context.mcpReq.envelope, serve)
    return serve(request, context)
  })
  serveOffer({ server, connection, era, reachOf, offer, onChange: setup.onOfferChange })
  return server

  async function tellOfChange(): Promise<void> {
    if (!(await connection.run.refresh())) return
    if (announce === undefined) await server.sendToolListChanged().catch(() => undefined)
    else announce()
  }

  function reachOf(context: ServerContext): ClientReach {
    if (era === 'modern') return { abilities: abilitiesOf(capabilitiesOf(context), elicitation) }
    return { abilities: abilitiesOf(server.getClientCapabilities(), elicitation), send: sendWithin(context) }
  }
}

/** Under 2026-07-28 each request repeats the client's capabilities. */
function capabilitiesOf({ mcpReq: { envelope } }: ServerContext): unknown {
  return isJsonObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined
}

/** Asks by a request of our own, while the client's waits: protocol revisions up to 2025-11-25. */
function sendWithin({ mcpReq }: ServerContext): (request: InputRequest, signal: AbortSignal) => Promise<unknown> {
  return ({ method, params = {} }, signal) =>
    mcpReq.send({ method, params: { ...params } }, { signal, timeout: askingTimeoutMs })
}
