import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '@drawbridge/core/base'
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  INTERNAL_ERROR,
  type InputRequiredResult,
  type JSONRPCMessage,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  SERVER_INFO_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server'
import type { RequestContext } from './exchange.ts'

type Envelope = Readonly<Record<string, unknown>>

/** Answers one `tools/call`. */
export type ServePlainCall = (
  request: Pick<CallToolRequest, 'params'>,
  context: RequestContext,
) => Promise<CallToolResult | InputRequiredResult>

/**
 * The calls of a connection that the SDK need not look at. Its server examines each message a dozen times, which costs more than a call
 * of ours. After it has served one call of revision 2026-07-28, calls that differ from that one in name, arguments and progress token
 * alone go past it; all other messages go to it.
 */
export interface PlainCalls {
  /** The connection for the SDK's server. */
  readonly transport: Transport
  /** Notes the envelope of a call that the SDK has accepted, and how such calls are served. */
  accept(envelope: unknown, serve: ServePlainCall): void
}

/** Takes over a connection, which belongs to the returned transport from here on. */
export function createPlainCalls(wire: Transport, identity: Implementation): PlainCalls {
  const open = new Map<RequestId, AbortController>()
  /** The envelope that the SDK has accepted last. */
  let accepted: { readonly envelope: Envelope; readonly serve: ServePlainCall } | undefined

  const send = (message: JSONRPCMessage) =>
    wire.send(message).catch((error: unknown) => transport.onerror?.(error instanceof Error ? error : new Error()))

  const answer = async ({ id, params, progressToken }: PlainCall, serve: ServePlainCall) => {
    const controller = new AbortController()
    open.set(id, controller)
    const { signal } = controller
    const context: RequestContext = {
      mcpReq: {
        signal,
        ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
        notify: async (notification) => {
          await send({ jsonrpc: '2.0', ...notification } as JSONRPCMessage)
        },
        requestState: () => undefined,
      },
    }
    let message: JSONRPCMessage
    try {
      const result = await serve({ params }, context)
      const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: identity }
      message = { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result, _meta } }
    } catch (error) {
      message = { jsonrpc: '2.0', id, error: describe(error) }
    }
    if (open.get(id) === controller) open.delete(id)
    if (!signal.aborted) await send(message)
  }
  /** Returns false for a message that the SDK has to look at. */
  const take = (message: unknown): boolean => {
    if (accepted === undefined || !isJsonObject(message)) return false
    if (message.method === 'tools/call') {
      const call = readPlainCall(message, accepted.envelope)
      if (call === undefined || open.has(call.id)) return false
      void answer(call, accepted.serve)
      return true
    }
    if (message.method !== 'notifications/cancelled' || !isJsonObject(message.params)) return false
    const { requestId, reason } = message.params
    const cancelled = isRequestId(requestId) ? open.get(requestId) : undefined
    cancelled?.abort(reason)
    return cancelled !== undefined
  }
  const transport: Transport = {
    start: () => {
      wire.onmessage = (message, extra) => {
        if (!take(message)) transport.onmessage?.(message, extra)
      }
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onclose = () => {
        accepted = undefined
        for (const controller of open.values())
          controller.abort(new DOMException('The connection ended.', 'AbortError'))
        transport.onclose?.()
      }
      return wire.start()
    },
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
  }
  return {
    transport,
    accept: (envelope, serve) => {
      // Without a level the client wants no log, so that a plain call has none.
      if (!isJsonObject(envelope) || envelope[LOG_LEVEL_META_KEY] !== undefined) return
      accepted = { envelope, serve }
    },
  }
}

interface PlainCall {
  readonly id: RequestId
  readonly params: CallToolRequest['params']
  readonly progressToken?: string | number
}

const callKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])

/** Reads a request that is a call with this envelope and nothing else; undefined for any other. */
function readPlainCall({ jsonrpc, id, params }: Envelope, accepted: Envelope): PlainCall | undefined {
  if (jsonrpc !== '2.0' || !isRequestId(id) || !isJsonObject(params)) return undefined
  const { name, arguments: given = {}, _meta } = params
  if (typeof name !== 'string' || !isJsonObject(given) || !isJsonObject(_meta)) return undefined
  for (const key in params) if (!callKeys.has(key)) return undefined
  if (!isSameEnvelope(_meta, accepted)) return undefined
  const { progressToken } = _meta
  const call = { id, params: { name, arguments: given } }
  if (progressToken === undefined) return call
  return isRequestId(progressToken) ? { ...call, progressToken } : undefined
}

/** The members that say how a client is to be served. */
const meaningful = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY] as const

/** True if an envelope has the members of the accepted one, and says the same about the client. Its progress token is its own. */
function isSameEnvelope(envelope: Envelope, accepted: Envelope): boolean {
  for (const key in envelope) if (key !== 'progressToken' && !Object.hasOwn(accepted, key)) return false
  for (const key in accepted) if (key !== 'progressToken' && !Object.hasOwn(envelope, key)) return false
  return meaningful.every((key) => isDeepStrictEqual(envelope[key], accepted[key]))
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

/** As the SDK says errors of handlers. */
function describe(error: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } {
  const {
    code,
    message = 'Internal error',
    data,
  } = (error ?? {}) as {
    readonly code?: unknown
    readonly message?: string
    readonly data?: unknown
  }
  const known = Number.isSafeInteger(code) ? Number(code) : INTERNAL_ERROR
  return { code: known, message, ...(data === undefined ? {} : { data }) }
}
