import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { Socket } from 'node:net'
import { EngineError } from './engine-error.ts'
import { errorAnswer, readAnswer } from './read-answer.ts'
import { unreachable } from './unreachable.ts'

export interface EngineClientOptions {
  /** Path of the engine's Unix socket. */
  readonly socket: string
  /** The longest wait for an answer, in milliseconds. Default: a minute, because a slow disk makes slow containers. */
  readonly answerMs?: number
}

export interface EngineCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query, without the version. */
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The Engine API of Docker, which Podman speaks too, over a Unix socket. */
export interface EngineClient extends Disposable {
  /** The parsed answer, undefined for an empty one. Rejects with `EngineError`. */
  call(call: EngineCall): Promise<unknown>
  /**
   * Turns a request into a two-way stream of bytes, both ends of which close on their own. The signal counts until then. Rejects
   * with `EngineError`.
   */
  hijack(call: EngineCall): Promise<Hijacked>
  /** The engine's description of itself, requested once. */
  greeting(): Promise<EngineGreeting>
  readonly socket: string
}

export interface Hijacked {
  readonly socket: Socket
  /** Bytes that came with the answer. */
  readonly head: Uint8Array
}

export interface EngineGreeting {
  readonly kind: 'docker' | 'podman'
  /** The version of the interface that both sides know. */
  readonly version: string
}

/** The newest version whose answers this client was written for. */
const newestVersion = '1.47'
const oldestVersion = '1.40'

export function createEngineClient({ socket, answerMs = 60_000 }: EngineClientOptions): EngineClient {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 4 })
  let greeting: Promise<EngineGreeting> | undefined

  const greet = async (): Promise<EngineGreeting> => {
    const answer = await send({ method: 'GET', path: '/_ping' }, '/_ping', { agent })
    const offered = answer.headers['api-version']
    if (answer.statusCode === 404 || offered === undefined) {
      answer.destroy()
      throw new EngineError(undefined, `The server at "${socket}" is not a container engine. Name the right socket.`)
    }
    await readAnswer(answer)
    return {
      kind: String(answer.headers.server ?? '').includes('Libpod') ? 'podman' : 'docker',
      version: commonVersion(String(offered)),
    }
  }
  const greetOnce = (): Promise<EngineGreeting> => {
    greeting ??= greet().catch((error: unknown) => {
      greeting = undefined
      throw error
    })
    return greeting
  }
  const versioned = async ({ path }: EngineCall) => `/v${(await greetOnce()).version}${path}`

  function start(call: EngineCall, path: string, options: RequestOptions) {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const described = body === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request({
      socketPath: socket,
      method: call.method,
      path,
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      ...options,
      headers: { host: 'engine', ...described, 'content-length': Buffer.byteLength(body ?? ''), ...options.headers },
    })
    outgoing.setTimeout(answerMs, () => outgoing.destroy(new Error(`no answer within ${answerMs} ms`)))
    outgoing.end(body)
    return outgoing
  }

  async function send(
    call: EngineCall,
    path: string,
    options: RequestOptions,
    isRetry = false,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const outgoing = start(call, path, options)
    outgoing.once('response', resolve).once('error', reject)
    try {
      return await promise
    } catch (error) {
      // An engine closes connections that were idle; whether this one was is known only now.
      if (outgoing.reusedSocket && !isRetry && call.signal?.aborted !== true) return send(call, path, options, true)
      throw unreachable(error, socket)
    }
  }

  return {
    socket,
    greeting: greetOnce,
    call: async (call) => {
      const answer = await send(call, await versioned(call), { agent })
      try {
        return await readAnswer(answer)
      } catch (error) {
        throw unreachable(error, socket)
      }
    },
    hijack: async (call) => {
      const { promise, resolve, reject } = Promise.withResolvers<Hijacked>()
      const headers = { connection: 'Upgrade', upgrade: 'tcp' }
      const { signal, ...asked } = call
      const outgoing = start(asked, await versioned(call), { agent: false, headers })
      // The signal of a request would close its stream even later.
      const abort = () => outgoing.destroy(new Error('no longer wanted'))
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted === true) abort()
      outgoing.once('upgrade', (_answer, stream: Socket, head: Uint8Array) => {
        stream.setTimeout(0)
        resolve({ socket: stream, head })
      })
      outgoing.once('response', (answer) => void errorAnswer(answer).then(reject, reject))
      outgoing.once('error', (error) => reject(unreachable(error, socket)))
      try {
        return await promise
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

function commonVersion(offered: string): string {
  if (!/^\d+\.\d+$/.test(offered)) throw new EngineError(undefined, `The engine only offers version "${offered}".`)
  if (minorOf(offered) < minorOf(oldestVersion)) {
    throw new EngineError(undefined, `The engine speaks version ${offered}; ${oldestVersion} is the oldest supported.`)
  }
  return minorOf(offered) < minorOf(newestVersion) ? offered : newestVersion
}

/** All versions there ever were start with 1. */
function minorOf(version: string): number {
  return Number(version.split('.')[1])
}
