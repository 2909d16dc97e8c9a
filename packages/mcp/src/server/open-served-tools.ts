import { type Clock, systemClock } from '@drawbridge/core/base'
import type { EventCatalogue } from '@drawbridge/core/event'
import type { McpOffer, McpOfferChange } from '@drawbridge/room'
import type { McpRequestContext, Server } from '@modelcontextprotocol/server'
import type { PlainCalls } from './call/plain-calls.ts'
import { type ClientConnection, createClientConnection } from './connection.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { openCurrentRun, type ServedRun } from './current-run.ts'
import { watchOffer } from './offer/watch-offer.ts'

/** The tools for one client. */
export interface ToolSession {
  /**
   * Opens the run for the client's calls. Called once before the client is served, and again in the same session each
   * time the tools have changed or a person has aborted the run. The last one ends with the connection. Its approvers
   * are asked together with the client's user. Give it the setting `loopEnds: 'call'`, since it serves more than one
   * task.
   */
  openRun(): ServedRun | Promise<ServedRun>
  /** Grows with every change of the tools, as the registry's version does. Default: they never change. */
  readonly toolsVersion?: () => number | Promise<number>
  /** Called when the client is gone and its last run has ended. */
  readonly close?: () => PromiseLike<void>
}

/** The options that apply to every client of a server. */
export interface ServingOptions {
  /** The name under which the server introduces itself to the client. */
  readonly name: string
  readonly version: string
  /** Prompts and resources in addition to the tools. Default: artifacts alone. */
  readonly offer?: McpOffer
  /** Instructions about all tools, which the client may pass to its model. */
  readonly instructions?: string
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
  readonly clock?: Clock
  /** The known event types, for the client's log. Default: those of core. */
  readonly events?: EventCatalogue
  /**
   * Called with errors outside any call, such as a message that is not JSON-RPC, or a run that could not be opened
   * again. For logging only.
   */
  readonly onError?: (error: Error) => void
}

/** The tools of one client, ready to be served over any number of exchanges. */
export interface ServedTools {
  readonly connection: ClientConnection
  /**
   * Returns the SDK's server for a connection or a request.
   * @param how.announce Tells the client that the tools have changed. Default: by the server itself, which then announces changes of the
   * offer too.
   */
  serverFor(
    era: McpRequestContext['era'],
    how?: { readonly announce?: () => void; readonly plainCalls?: PlainCalls },
  ): Server
  /** Calls back with each change of prompts and resources until the client is gone. */
  onOfferChange(listener: (change: McpOfferChange) => void): void
  /** Ends every call, the run and the session. */
  close(): Promise<void>
}

/** Opens the run for one client. Rejects if that fails, so that no client is served by a half-open server. */
export async function openServedTools(session: ToolSession, options: ServingOptions): Promise<ServedTools> {
  const { name, version, instructions, elicitation = true, clock = systemClock, onError = () => undefined } = options
  const { toolsVersion = () => 0 } = session
  const run = await openCurrentRun({ openRun: () => session.openRun(), toolsVersion, onError })
  const { approvalHint, questionHint, unaskedWaitMs, events } = options
  const connection = createClientConnection(run, { clock, approvalHint, questionHint, unaskedWaitMs, events })
  const { offer } = options
  const listeners = new Set<(change: McpOfferChange) => void>()
  const tell = (change: McpOfferChange) => {
    for (const listener of listeners) listener(change)
  }
  const watch = offer && watchOffer(offer, run, { tell, onError })
  return {
    connection,
    onOfferChange: (listener) => void listeners.add(listener),
    serverFor: (era, { announce, plainCalls } = {}) =>
      createMcpServer({
        identity: { name, version },
        elicitation,
        connection,
        era,
        ...(announce === undefined
          ? { onOfferChange: (listener: (change: McpOfferChange) => void) => void listeners.add(listener) }
          : { announce }),
        ...(offer === undefined ? {} : { offer }),
        ...(plainCalls === undefined ? {} : { plainCalls }),
        ...(instructions === undefined ? {} : { instructions }),
      }),
    close: async () => {
      watch?.[Symbol.dispose]()
      listeners.clear()
      await connection.close()
      await session.close?.()
    },
  }
}
