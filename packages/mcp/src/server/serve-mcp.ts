import { type Clock, systemClock } from '@drawbridge/core/base'
import type { EventCatalogue } from '@drawbridge/core/event'
import type { Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClientConnection } from './connection.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { openCurrentRun, type ServedRun } from './current-run.ts'

/** The options of an MCP server. */
export interface McpServerOptions {
  /** The name under which the server introduces itself to the client. */
  readonly name: string
  readonly version: string
  /** Instructions about all tools, which the client may pass to its model. */
  readonly instructions?: string
  /**
   * Opens the run for the client's calls. Called once before the client is served, and again in the same session each
   * time the tools have changed or a person has aborted the run. The last one ends with the connection. Its approvers
   * are asked together with the client's user. Give it the setting `loopEnds: 'call'`, since it serves more than one
   * task.
   */
  openRun(): ServedRun | Promise<ServedRun>
  /** Grows with every change of the tools, as the registry's version does. Default: they never change. */
  readonly toolsVersion?: () => number | Promise<number>
  /** True (default) if a client that supports elicitation is asked for approvals and for the answers to tools' questions. Its answer counts as its user's. */
  readonly elicitation?: boolean
  /** A sentence about the other way to approve a call; clients receive it while a call waits. */
  readonly approvalHint?: string
  /** A sentence about the other way to answer a tool's questions, received in the same way. */
  readonly questionHint?: string
  /**
   * The longest wait for another approver if the client's user is not asked. Milliseconds. Default 45,000: clients give a
   * request up after 60,000. A later answer still counts when the same call is made again.
   */
  readonly unaskedWaitMs?: number
  /** A channel to one client that carries whole JSON-RPC messages. The server owns it from here on. */
  readonly transport: Transport
  readonly clock?: Clock
  /** The known event types, for the client's log. Default: those of core. */
  readonly events?: EventCatalogue
  /**
   * Called with errors outside any call, such as a message that is not JSON-RPC, or a run that could not be opened
   * again. For logging only.
   */
  readonly onError?: (error: Error) => void
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
  const { name, version, instructions, elicitation = true, transport, clock = systemClock } = options
  const { toolsVersion = () => 0, onError = () => undefined } = options
  const run = await openCurrentRun({ openRun: () => options.openRun(), toolsVersion, onError })
  const { approvalHint, questionHint, unaskedWaitMs, events } = options
  const connection = createClientConnection(run, { clock, approvalHint, questionHint, unaskedWaitMs, events })
  const closed = Promise.withResolvers<void>()

  const stdio = serveStdio(
    ({ era }) =>
      createMcpServer({
        identity: { name, version },
        elicitation,
        connection,
        era,
        ...(instructions === undefined ? {} : { instructions }),
      }),
    { transport, onerror: onError },
  )
  const onTransportClose = transport.onclose
  transport.onclose = () => {
    onTransportClose?.()
    connection.close().then(closed.resolve, closed.reject)
  }
  return {
    closed: closed.promise,
    close: async () => {
      await stdio.close()
      await closed.promise
    },
  }
}
