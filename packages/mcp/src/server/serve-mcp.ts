import { defined } from '@drawbridge/core/base'
import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createPlainCalls } from './call/plain-calls.ts'
import { openServedTools, type ServingOptions, type ToolSession } from './open-served-tools.ts'

/** The options of an MCP server for one client. */
export interface McpServerOptions extends ServingOptions, Omit<ToolSession, 'close'> {
  /** A channel to one client that carries whole JSON-RPC messages. The server owns it from here on. */
  readonly transport: Transport
}

/** A running MCP server. */
export interface McpServer {
  /** Resolves when the connection has ended and with it every call. */
  readonly closed: Promise<void>
  /** Ends the connection and its calls; resolves with `closed`. */
  close(): Promise<void>
}

/**
 * Serves the tools of a run to one MCP client. The first message selects the protocol: revisions up to 2025-11-25 by their
 * handshake, 2026-07-28 by its envelope. Rejects if the run cannot be opened.
 */
export async function serveMcp(options: McpServerOptions): Promise<McpServer> {
  const { name, version, onError = () => undefined } = options
  const tools = await openServedTools(
    { openRun: () => options.openRun(), ...defined({ toolsVersion: options.toolsVersion }) },
    options,
  )
  const closed = Promise.withResolvers<void>()

  const plainCalls = createPlainCalls(options.transport, { name, version })
  const { transport } = plainCalls
  const stdio = serveStdio(({ era }) => tools.serverFor(era, { plainCalls }), { transport, onerror: onError })
  const onTransportClose = transport.onclose
  transport.onclose = () => {
    onTransportClose?.()
    tools.close().then(closed.resolve, closed.reject)
  }
  return {
    closed: closed.promise,
    close: async () => {
      await stdio.close()
      await closed.promise
    },
  }
}
