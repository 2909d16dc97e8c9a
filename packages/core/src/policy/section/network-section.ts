import { z } from 'zod'

const hosts = z.array(z.string().min(1)).readonly()

/** Section `network`: which hosts may be reached. */
export const networkSection = z
  .strictObject({
    allowed: hosts
      .optional()
      .describe(
        'Hosts that need no approval; if the list is present, all others are refused, or ask in mode `confirm`.',
      ),
    denied: hosts.optional().describe('Hosts that are always refused, regardless of rules, grants and modes.'),
    internal: hosts
      .optional()
      .describe('Hosts of internal networks that web tools may contact. The policy still decides on them.'),
    mode: z.enum(['default', 'confirm']).optional().describe('`confirm`: every host that is not allowed asks.'),
  })
  .describe('Hosts such as `example.com`, or `*.example.com` for its subdomains.')

export type NetworkSection = z.output<typeof networkSection>
