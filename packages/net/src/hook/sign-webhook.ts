import { createHmac } from 'node:crypto'

/** One message as it is signed. */
export interface WebhookMessage {
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

const encodedSecret = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/**
 * The headers of a signed message after Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over
 * `id.timestamp.body`. A secret `whsec_…` is base64, any other is taken as its UTF-8 bytes.
 */
export function signWebhook({ id, timestamp, body }: WebhookMessage, secret: string): Readonly<Record<string, string>> {
  const encoded = encodedSecret.exec(secret)?.[1]
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
