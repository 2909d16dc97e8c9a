import type { RoomSection } from '@drawbridge/room'
import type { SearchProviderSettings } from '@drawbridge/tools'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).describe('The URL of the service. Default: its own.')
const service = z.strictObject({
  key: z.string().min(6).describe('The key, best given as a reference to a secret.'),
  url: url.optional(),
})

const schema = z
  .strictObject({
    search: z
      .strictObject({
        searxng: z
          .strictObject({
            url: url.describe('The URL of the instance, with JSON enabled. Internal hosts need `network.internal`.'),
          })
          .optional(),
        brave: service.optional(),
        tavily: service.optional(),
        exa: service.optional(),
        duckduckgo: z.strictObject({ url: url.optional() }).optional(),
      })
      .optional()
      .describe('The services that `web.search` tries, in this order. Default: `duckduckgo`. `{}`: no search.'),
    userAgent: z
      .string()
      .min(1)
      .regex(/^[\x20-\x7e]+$/)
      .optional()
      .describe('The user agent sent to pages. Default `drawbridge`.'),
  })
  .describe('The access of the web tools to the web.')

export type WebSection = z.output<typeof schema>

/** Section `web`: a project may set nothing of it. */
export const webSection: RoomSection<WebSection> = {
  schema,
  secretKeys: ['search.*.key'],
  takesEffect: 'next run',
}

/** Returns the configured services in the order to try them. */
export function servicesOf({
  searxng,
  brave,
  tavily,
  exa,
  duckduckgo,
}: NonNullable<WebSection['search']>): readonly SearchProviderSettings[] {
  const urlOf = (from: { readonly url?: string | undefined }) => (from.url === undefined ? {} : { url: from.url })
  const keyed = ([type, set]: readonly ['brave' | 'tavily' | 'exa', typeof brave]) =>
    set === undefined ? [] : [{ type, key: set.key, ...urlOf(set) }]
  return [
    ...(searxng === undefined ? [] : [{ type: 'searxng', url: searxng.url } as const]),
    ...(
      [
        ['brave', brave],
        ['tavily', tavily],
        ['exa', exa],
      ] as const
    ).flatMap(keyed),
    ...(duckduckgo === undefined ? [] : [{ type: 'duckduckgo', ...urlOf(duckduckgo) } as const]),
  ]
}
