import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s@]+$/, 'must be an origin, such as https://drawbridge.example.com')
  .transform((text) => text.toLowerCase())

const minuteMs = 60_000
const dayMs = 86_400_000

const schema = z.strictObject({
  /** The address to listen on. Literal. */
  host: z
    .string()
    .regex(/^[0-9a-f.:]+$/i, 'must be a literal address, such as 127.0.0.1 or 0.0.0.0')
    .optional(),
  port: z.int().min(0).max(65_535).optional(),
  /** The address under which browsers reach it, such as `https://drawbridge.example.com`. Without a path. */
  publicUrl: origin.optional(),
  /** Addresses of proxies whose `X-Forwarded-For` counts. */
  trustedProxies: z.array(z.string().min(2).max(64)).max(64).readonly().optional(),
  /** Tools that callers over HTTP may use although they are kept from them. Exact names. */
  remoteTools: z.array(z.string().min(1).max(256)).max(256).readonly().optional(),
  sessions: z
    .strictObject({
      /** The time without use after which a browser is signed out. */
      idleMs: z
        .int()
        .min(5 * minuteMs)
        .max(30 * dayMs)
        .optional(),
    })
    .optional(),
  /** Origins of pages of others that may use the API with a key. */
  cors: z.array(origin).max(64).readonly().optional(),
  /** True if `/metrics` is served. */
  metrics: z.boolean().optional(),
  /** The requests of each key, and of each signed-in user, on all nodes together. */
  requests: z
    .strictObject({
      /** Requests at once. */
      burst: z.int().min(16).max(1_000_000),
      perSecond: z.number().min(0.01).max(1_000_000),
    })
    .optional(),
  /** The greatest length of the body of a request. */
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(64 * 1_048_576)
    .optional(),
})

/** The section `gateway`. */
export type GatewaySection = z.output<typeof schema>

declare module '@drawbridge/core' {
  interface Services {
    /** The section `gateway`, for the server. */
    readonly gatewaySection: GatewaySection
  }
}

/** The values where nothing is set. Times in milliseconds. */
export const gatewayDefaults = {
  host: '127.0.0.1',
  port: 8_787,
  idleMs: 8 * 60 * minuteMs,
  absoluteMs: 7 * dayMs,
  maxBodyBytes: 1_048_576,
  requests: { burst: 600, perSecond: 100 },
} as const

export const gatewaySection: RoomSection<GatewaySection> = { schema, takesEffect: 'next start' }
