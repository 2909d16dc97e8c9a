import { createHmac } from 'node:crypto'
import type { Clock, IdSource } from '@drawbridge/core/base'
import { createMessageHook, type HookMessage, type MessageHook, readHookVerdict } from '@drawbridge/core/hook'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { GuardedClient } from './client/create-guarded-client.ts'
import { quote } from './refusal.ts'

/** One message as it is signed. */
interface WebhookMessage {
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

const encodedSecret = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/** The options of `createHttpHook`. */
export interface HttpHookOptions {
  /** Names the hook in decisions. Default: the URL. */
  readonly name?: string
  readonly url: string
  /** For the whole exchange, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
  /** Signs the message; see {@link signWebhook}. It is never sent. */
  readonly secret?: string
  /** True if the operator lets it rewrite inputs. */
  readonly trusted?: boolean
  readonly client: GuardedClient
  readonly clock: Clock
  readonly ids: IdSource
  /** Removes secrets from the message. `raw` only if the operator's file says so. */
  readonly scrubber: Scrubber | 'raw'
}

/** Answers are short; a hook that sends more is broken. */
const maxAnswerBytes = 256 * 1024

/**
 * Creates a hook that is asked by HTTP: a JSON POST `{event, call?, request?, result?, principal?, child?}` through the guarded client, answered by JSON. It
 * throws for a refused address, a time-out, a status other than 2xx and a malformed answer. The pipeline then denies the call if
 * the hook gates it, and continues if the hook only observes it. Redirects are not followed: a signed message goes to its URL
 * alone.
 */
export function createHttpHook(options: HttpHookOptions): MessageHook {
  const { name = options.url, trusted = false, timeoutMs = 10_000 } = options
  return createMessageHook({
    name,
    timeoutMs,
    trusted,
    ask: (message, signal) => send(message, signal, options),
    verdictOf: readHookVerdict,
    remarkOf: (answer) => answer,
  })
}

async function send(
  message: HookMessage,
  signal: AbortSignal,
  { url, timeoutMs = 10_000, secret, client, clock, ids, scrubber }: HttpHookOptions,
): Promise<unknown> {
  const body = JSON.stringify(scrubber === 'raw' ? message : scrubber.scrubValue(message).value)
  const timestamp = Math.floor(clock.now() / 1000)
  const signature = secret === undefined ? {} : signWebhook({ id: ids.next('hook'), timestamp, body }, secret)
  const outcome = await client.request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...signature },
    body,
    signal,
    redirect: 'manual',
    limits: { totalMs: timeoutMs, maxBodyBytes: maxAnswerBytes },
  })
  if (outcome.type === 'error') throw outcome.error
  const { status } = outcome.response
  if (status < 200 || status > 299) throw new TypeError(`${quote(url)} answered with the status ${status}`)
  return readJson(outcome.response.body)
}

function readJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new TypeError('its answer is not JSON', { cause })
  }
}

/**
 * The headers of a signed message after Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over
 * `id.timestamp.body`. A secret `whsec_…` is base64, any other is taken as its UTF-8 bytes.
 */
function signWebhook({ id, timestamp, body }: WebhookMessage, secret: string): Readonly<Record<string, string>> {
  const encoded = encodedSecret.exec(secret)?.[1]
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
