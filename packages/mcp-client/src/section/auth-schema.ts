import { z } from 'zod'

/** The record `auth` of a server at an address: how we get the tokens that it demands. */
export const authSchema = z
  .strictObject({
    grant: z
      .enum(['authorization_code', 'client_credentials'])
      .optional()
      .describe(
        '`authorization_code` (default): a person logs in with `drawbridge mcp login`. `client_credentials`: we log in with `clientId` and `clientSecret`.',
      ),
    clientId: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The client that was registered for us at the authorization server. Default: we register ourselves, if it allows that.',
      ),
    clientSecret: z.string().min(1).optional().describe(`The secret of that client. Write it as \${secret:NAME}.`),
    clientMetadataUrl: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('The address of a document that describes us, for authorization servers that take one as a client.'),
    issuer: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'The authorization server, if the server names several or if it is inside your own network. No other one is used then.',
      ),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'A scope has no spaces, quotes or backslashes.'))
      .min(1)
      .optional()
      .describe('The scopes to ask for. Default: those that the server demands.'),
    redirectPort: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe(
        'The port on 127.0.0.1 that the browser returns to, if the registration of the client fixes it. Default: a free one.',
      ),
    perUser: z
      .boolean()
      .optional()
      .describe('Each user needs a login of their own. Default: all callers use one login, that of the operator.'),
  })
  .describe('The way to log in to a server at an address (OAuth 2.1).')

/** The way to log in to one server. */
export type ServerAuth = z.output<typeof authSchema>
