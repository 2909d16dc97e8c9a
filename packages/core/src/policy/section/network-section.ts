import { z } from 'zod'

const hosts = z.array(z.string().min(1)).readonly()

/** Section `network`: which hosts may be reached. */
export const networkSection = z
  .strictObject({
    allowed: hosts
      .optional()
      .describe(
        'Hosts that need no approval; where the list is present, all others are refused, or asked in mode `confirm`.',
      ),
    denied: hosts.optional().describe('Hosts that are refused whatever a rule, a grant or a mode says.'),
    mode: z
      .enum(['default', 'confirm'])
      .optional()
      .describe('`confirm`: every host that is not allowed is asked about.'),
  })
  .describe('Hosts as `example.com`, or `*.example.com` for all below it.')

export type NetworkSection = z.output<typeof networkSection>
