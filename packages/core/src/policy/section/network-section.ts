import { z } from 'zod'

const hosts = z.array(z.string().min(1)).readonly()

const internalHost = z.strictObject({
  host: z.string().min(1).describe('A host, or `*.example.com` for its subdomains.'),
  ports: z.array(z.int().min(1).max(65_535)).min(1).readonly().optional().describe('Default: every port.'),
  for: z
    .array(z.string().min(1))
    .min(1)
    .readonly()
    .optional()
    .describe('The purposes: `web` (web tools), `hooks`, `commands` (sandboxes), or a room by name. Default: all.'),
})

/** Section `network`: which hosts may be reached. */
export const networkSection = z
  .strictObject({
    allowed: hosts
      .optional()
      .describe(
        'Hosts that need no approval; if the list is present, all others are refused, or ask in mode `confirm`.',
      ),
    denied: hosts.optional().describe('Hosts that are always refused, regardless of rules, grants and modes.'),
    internal: z
      .array(z.union([z.string().min(1), internalHost]))
      .readonly()
      .optional()
      .describe(
        'Hosts of internal networks that may be contacted, such as `searx.lan` or `searx.lan:8080`, or with ports and purposes. The policy still decides on calls.',
      ),
    mode: z.enum(['default', 'confirm']).optional().describe('`confirm`: every host that is not allowed asks.'),
  })
  .describe('Hosts such as `example.com`, or `*.example.com` for its subdomains.')

export type NetworkSection = z.output<typeof networkSection>
