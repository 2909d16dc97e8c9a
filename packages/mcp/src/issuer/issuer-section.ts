import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const issuer = z.strictObject({
  issuer: z
    .url({ protocol: /^https?$/ })
    .describe('The authorization server, as it names itself in its tokens (`iss`). https, or this machine.'),
  audience: z
    .string()
    .min(1)
    .describe(
      'The name of this server in the tokens (`aud`): the address that clients use, such as `http://127.0.0.1:8765/mcp`.',
    ),
  userClaim: z.string().min(1).optional().describe('The claim that names the user of the calls. Default `sub`.'),
  agent: z.string().min(1).optional().describe('The agent whose lists and rules apply to these clients.'),
})

const schema = z.strictObject({
  issuers: z
    .array(issuer)
    .max(16)
    .optional()
    .describe('Authorization servers whose tokens let clients in over HTTP, besides tokens of `drawbridge mcp token`.'),
})

/** The section `mcp_server` of the configuration. */
export type McpServerSection = z.output<typeof schema>

/** One authorization server whose tokens are accepted. */
export type TrustedIssuer = z.output<typeof issuer>

/** Section `mcp_server`: a project can set nothing of it. */
export const mcpServerSection: RoomSection<McpServerSection> = { schema, projectKeys: [] }
