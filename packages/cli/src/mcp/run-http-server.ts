import { defined } from '@drawbridge/core/base'
import {
  createMcpEndpoint,
  createTokenStore,
  loopbackRules,
  type McpCaller,
  type McpEndpoint,
} from '@drawbridge/mcp/http'
import { openHttpServer } from '@drawbridge/net/server'
import type { Drawbridge, Session } from '@drawbridge/sdk'
import { homeCommand } from '@drawbridge/sdk/folders'
import { readPort } from '../command-line/read-port.ts'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { McpFlags } from './mcp-flags.ts'
import { mcpSessionOptions, servingOptions } from './serving-options.ts'

/** Serves MCP clients over HTTP on this machine until it is interrupted. Each client is known by its token. */
export async function runHttpServer(flags: McpFlags, io: Io): Promise<void> {
  const port = readPort(flags.port)
  await using opened = await openCommandSession(mcpSessionOptions(flags))
  const { drawbridge } = opened
  const { house, home } = drawbridge
  const tokens = createTokenStore(await house.database.obtain(), house)
  const { toolsVersion, ...serving } = servingOptions(drawbridge, flags, io)
  const issuers = await house.service('mcpIssuers')
  const standing = await house.service('userStanding')
  let endpoint: McpEndpoint | undefined
  await using server = await openHttpServer({
    port,
    fetch: (request) => endpoint?.fetch(request) ?? new Response(null, { status: 503 }),
    ...(serving.onError === undefined ? {} : { onError: serving.onError }),
  })
  endpoint = createMcpEndpoint({
    ...serving,
    source: loopbackRules(server.port),
    ...defined({
      authorizationServers: issuers?.authorizationServers.length ? issuers.authorizationServers : undefined,
    }),
    authenticate: async (token) => {
      const caller = (await tokens.authenticate(token)) ?? (await issuers?.authenticate(token))
      return caller?.user !== undefined && (await standing?.isOut(caller.user)) === true ? undefined : caller
    },
    openSession: async (caller) => {
      const session = await openSessionOf(caller, flags, drawbridge)
      return { openRun: () => session.openRun(), toolsVersion, close: () => session[Symbol.asyncDispose]() }
    },
  })
  const open = endpoint
  using _revocations = await tokens.onRevoked((id) => void open.end(id))
  using interruption = io.catchInterrupts()
  await io.output.write(`${server.url}/mcp\n`)
  await io.diagnostics.write(
    `Serving ${drawbridge.workspace}. Clients need a token: ${homeCommand('mcp token create NAME', home)}\n`,
  )
  await aborted(interruption.signal)
  await open.close()
}

/** Opens a session for the user and the agent of a token. As over stdio, a named workspace makes a stored agent a mere name. */
function openSessionOf(
  { client, user, agent }: McpCaller,
  { workspace, agent: served, deny }: McpFlags,
  drawbridge: Drawbridge,
): Session | Promise<Session> {
  const options = { ...defined({ deniedPaths: deny }) }
  const principal = { channel: 'mcp', chat: client, ...defined({ user }) }
  if (agent === undefined || agent === served) return drawbridge.openSession({ ...options, principal })
  if (workspace !== undefined) return drawbridge.openSession({ ...options, principal: { ...principal, agent } })
  return drawbridge.openAgentSession({ ...options, principal, agent, ...defined({ user }) })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
