import { isJsonObject } from '@drawbridge/core/base'
import {
  type JSONRPCMessage,
  type Progress,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client'
import type { ForeignResult } from '../tools/read-result.ts'

/** The parameters of `tools/call`. */
export interface PlainCallParams {
  readonly name: string
  readonly arguments: Record<string, unknown>
}

type CallOptions = Pick<RequestOptions, 'signal' | 'timeout' | 'maxTotalTimeout' | 'onprogress'>

/**
 * Calls of tools that go past the SDK's client, which examines each answer several times, at more cost than all of ours. Everything else
 * on the connection goes through it, also a call whose answer is a question.
 */
export interface PlainCalls {
  /** Rejects with the errors with which the SDK's client does. */
  call(params: PlainCallParams, options: CallOptions): Promise<ForeignResult>
  /** Ends the calls that wait. */
  end(): void
}

export interface PlainCallsOptions {
  /** The connection, after the SDK's client has opened it. */
  readonly transport: Transport
  /** The `_meta` that each request repeats under 2026-07-28; undefined for a server of an earlier revision. */
  readonly envelope: Readonly<Record<string, unknown>> | undefined
  /** Calls by the SDK's client. */
  askSdk(params: PlainCallParams, options: CallOptions): Promise<ForeignResult>
}

interface OpenCall {
  readonly options: CallOptions
  readonly params: PlainCallParams
  readonly startedAt: number
  /** The time at which the call ends without further progress, in milliseconds like `startedAt`. */
  endsAt: number
  resolve(result: ForeignResult | Promise<ForeignResult>): void
  reject(error: unknown): void
}

/** Above all ids that the SDK gives in the life of a connection, and a whole number that every server can read. */
const firstId = 1_000_000_000

/** Takes over the calls of an open connection. */
export function createPlainCalls({ transport, envelope, askSdk }: PlainCallsOptions): PlainCalls {
  const open = new Map<number, OpenCall>()
  /** Answers that the SDK gets instead of the server's to its own call, by the arguments of the call. */
  const known = new Map<unknown, unknown>()
  const { onmessage } = transport
  const sendOn = transport.send.bind(transport)
  let nextId = firstId
  let timer: ReturnType<typeof setTimeout> | undefined

  transport.onmessage = (message, extra) => {
    if (!take(message)) onmessage?.(message, extra)
  }
  transport.send = (message, options) => {
    const given = 'method' in message && message.method === 'tools/call' ? message.params?.arguments : undefined
    if (!known.has(given) || !('id' in message)) return sendOn(message, options)
    const result = known.get(given)
    known.delete(given)
    queueMicrotask(() => onmessage?.({ jsonrpc: '2.0', id: message.id, result } as JSONRPCMessage))
    return Promise.resolve()
  }

  /** Returns false for a message that is the SDK's. */
  function take(message: JSONRPCMessage): boolean {
    if ('method' in message) {
      if (message.method !== 'notifications/progress' || 'id' in message || message.params === undefined) return false
      const { progressToken, ...progress } = message.params
      const call = typeof progressToken === 'number' ? open.get(progressToken) : undefined
      if (call !== undefined) noteProgress(progressToken as number, call, progress)
      return call !== undefined
    }
    const { id } = message
    const call = typeof id === 'number' ? open.get(id) : undefined
    if (call === undefined) return false
    open.delete(id as number)
    if ('error' in message) {
      const { code, message: words, data } = message.error
      call.reject(ProtocolError.fromError(Number(code), String(words), data))
      return true
    }
    const problem = problemOf(message.result)
    if (problem !== undefined) call.reject(new SdkError(SdkErrorCode.InvalidResult, problem))
    else if (isQuestion(message.result)) call.resolve(handOver(call, message.result))
    else call.resolve({ content: [], ...(message.result as object) })
    return true
  }

  /** Lets the SDK go on with a call: its own call gets the answer that the server has already given to ours. */
  function handOver({ params, options }: OpenCall, result: unknown): Promise<ForeignResult> {
    const own = { ...params, arguments: { ...params.arguments } }
    known.set(own.arguments, result)
    return askSdk(own, options).finally(() => known.delete(own.arguments))
  }

  function problemOf(result: unknown): string | undefined {
    if (!isJsonObject(result)) return 'Invalid result for tools/call: not an object'
    const { resultType, content, isError } = result
    if (envelope !== undefined && resultType !== 'complete' && resultType !== 'input_required')
      return 'Invalid result for tools/call: a missing or unknown resultType'
    if (content !== undefined && !(Array.isArray(content) && content.every(isJsonObject)))
      return 'Invalid result for tools/call: the content is not a list of blocks'
    if (isError !== undefined && typeof isError !== 'boolean')
      return 'Invalid result for tools/call: isError is not a boolean'
    return undefined
  }

  function isQuestion(result: unknown): boolean {
    return envelope !== undefined && isJsonObject(result) && result.resultType === 'input_required'
  }

  function noteProgress(id: number, call: OpenCall, progress: Record<string, unknown>): void {
    if (typeof progress.progress !== 'number') return
    const { timeout = Infinity, maxTotalTimeout = Infinity } = call.options
    call.endsAt = Math.min(Date.now() + timeout, call.startedAt + maxTotalTimeout)
    if (call.endsAt <= Date.now()) cancel(id, call, timedOut('Maximum total timeout exceeded'))
    else call.options.onprogress?.(progress as unknown as Progress)
  }

  function cancel(id: number, call: OpenCall, reason: unknown): void {
    if (!open.delete(id)) return
    const params = { requestId: id, reason: String(reason), ...(envelope === undefined ? {} : { _meta: envelope }) }
    void sendOn({ jsonrpc: '2.0', method: 'notifications/cancelled', params } as JSONRPCMessage).catch(() => undefined)
    call.reject(reason instanceof SdkError ? reason : timedOut(String(reason)))
  }

  /** One timer for all calls, which is left alone when they end: most end long before it. */
  function watchTime(): void {
    if (timer !== undefined || open.size === 0) return
    const next = Math.min(...[...open.values()].map(({ endsAt }) => endsAt))
    if (next === Infinity) return
    timer = setTimeout(
      () => {
        timer = undefined
        for (const [id, call] of open) if (call.endsAt <= Date.now()) cancel(id, call, timedOut('Request timed out'))
        watchTime()
      },
      Math.max(1, next - Date.now()),
    )
    timer.unref()
  }

  return {
    call: async (params, options) => {
      const { signal, timeout = Infinity, maxTotalTimeout = Infinity } = options
      if (signal?.aborted) throw timedOut(String(signal.reason))
      const id = nextId
      nextId += 1
      const done = Promise.withResolvers<ForeignResult>()
      const startedAt = Date.now()
      const endsAt = startedAt + Math.min(timeout, maxTotalTimeout)
      const call: OpenCall = { options, params, startedAt, endsAt, resolve: done.resolve, reject: done.reject }
      const onAbort = () => cancel(id, call, signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      open.set(id, call)
      watchTime()
      try {
        const _meta = { ...envelope, progressToken: id }
        sendOn({ jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } }).catch(done.reject)
        return await done.promise
      } finally {
        open.delete(id)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    end: () => {
      clearTimeout(timer)
      const waiting = [...open.values()]
      open.clear()
      for (const { reject } of waiting) reject(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'))
    },
  }
}

function timedOut(message: string): SdkError {
  return new SdkError(SdkErrorCode.RequestTimeout, message)
}
