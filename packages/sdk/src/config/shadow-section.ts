import {
  agentSection,
  networkSection,
  permissionsSection,
  shellSection,
  toolsSection,
} from '@drawbridge/core/configuration'
import { z } from 'zod'

/** Section `shadow`: a second policy, which is compared with the one in force and decides nothing. */
export const shadowSection = z
  .strictObject({
    policy: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The configuration file with the shadow policy. Absolute, or below `~/`. Use either this or sections here.',
      ),
    tools: toolsSection.optional(),
    agents: z.record(z.string().min(1), agentSection).optional(),
    permissions: permissionsSection.optional(),
    network: networkSection.optional(),
    shell: shellSection.optional(),
  })
  .refine(
    ({ policy, ...sections }) => (policy === undefined) !== Object.values(sections).every((each) => each === undefined),
    {
      message: 'either name a file under "policy", or write the sections of the policy, not both',
    },
  )
  .refine(({ policy }) => policy === undefined || policy.startsWith('/') || policy.startsWith('~/'), {
    path: ['policy'],
    message: 'the file must be absolute or below "~/"',
  })
  .describe('A second policy that is compared with the one in force. It decides nothing: differences are recorded.')
