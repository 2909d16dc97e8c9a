import { isJsonObject } from '@drawbridge/core/base'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Implementation,
  type McpRequestContext,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Elicit } from './approval/elicitation-approver.ts'
import { supportsForms } from './approval/supports-forms.ts'
import type { ServedCallOptions } from './call/served-call.ts'
import type { ClientConnection } from './connection.ts'
import { artifactUriTemplate } from './content/artifact-uri.ts'
import { readArtifact } from './content/read-artifact.ts'
import { handleCall } from './handle-call.ts'
import { listPage } from './tools/list-page.ts'

export interface McpServerSetup {
  readonly identity: Implementation
  readonly instructions?: string
  /** True if clients that support elicitation are asked. */
  readonly elicitation: boolean
  readonly connection: ClientConnection
  readonly era: McpRequestContext['era']
  /** Tells the client that the tools have changed, if not the server itself does. */
  readonly announce?: () => void
}

const artifactTemplate = {
  uriTemplate: artifactUriTemplate,
  name: 'artifact',
  description: 'The full text of an output that was truncated.',
}

/** Longer than any approval waits: the approval's own time limit ends the wait and tells the client. Milliseconds. */
const elicitationTimeoutMs = 86_400_000

/**
 * The SDK's server for one client, over the connection's run. The low-level one: names, validation and errors are the pipeline's,
 * and the SDK's registry of tools would answer for them first.
 */
export function createMcpServer({
  identity,
  instructions,
  elicitation,
  connection,
  era,
  announce,
}: McpServerSetup): Server {
  const server = new Server(identity, {
    capabilities: { tools: { listChanged: true }, resources: {}, logging: {} },
    ...(instructions === undefined ? {} : { instructions }),
  })

  server.setRequestHandler('tools/list', async ({ params }) => {
    await connection.run.refresh()
    return listPage(connection.run.get().snapshot, params?.cursor)
  })
  server.setRequestHandler('tools/call', async (request, context) => {
    await tellOfChange()
    try {
      return await handleCall(request, context, connection, waysToAsk(context))
    } finally {
      await tellOfChange()
    }
  })
  // Results link to everything that can be read.
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [artifactTemplate] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq: { signal } }) =>
    readArtifact(uri, connection.run.get(), signal),
  )
  return server

  async function tellOfChange(): Promise<void> {
    if (!(await connection.run.refresh())) return
    if (announce === undefined) await server.sendToolListChanged().catch(() => undefined)
    else announce()
  }

  function waysToAsk(context: ServerContext): ServedCallOptions['asking'] {
    const isModern = era === 'modern'
    const capabilities = isModern ? capabilitiesOf(context) : server.getClientCapabilities()
    if (!elicitation || !supportsForms(capabilities)) return 'not-at-all'
    return isModern ? 'by-answer' : { elicit: elicitWithin(context) }
  }
}

/** Under 2026-07-28 each request repeats the client's capabilities. */
function capabilitiesOf({ mcpReq: { envelope } }: ServerContext): unknown {
  return isJsonObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined
}

/** Asks by a request of our own, while the client's waits: protocol revisions up to 2025-11-25. */
function elicitWithin({ mcpReq }: ServerContext): Elicit {
  return ({ form }, signal) =>
    mcpReq.send({ method: 'elicitation/create', params: { ...form } }, { signal, timeout: elicitationTimeoutMs })
}
