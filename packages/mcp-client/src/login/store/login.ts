import { z } from 'zod'

/** The place of a login: a server, and the user whom it belongs to. */
export interface LoginKey {
  readonly server: string
  /** Empty for the login that all callers share. */
  readonly owner: string
}

const credentialsSchema = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** The address that the client was registered with, if we registered it. */
  redirectUrl: z.string().optional(),
})

/** The secret part of a login. */
export type Credentials = z.output<typeof credentialsSchema>

/** The part of a login that may be shown. */
export interface LoginFacts extends LoginKey {
  /** The address of the server that the tokens are for. They go nowhere else. */
  readonly url: string
  /** The authorization server that gave them, as it names itself. */
  readonly issuer: string
  /** The name of the server in requests for tokens, letter for letter. */
  readonly resource: string
  readonly scopes: readonly string[]
  /** Milliseconds since the Unix epoch. Undefined if the authorization server did not say. */
  readonly expiresAt: number | undefined
}

/** A login as it is kept. */
export interface Login extends LoginFacts {
  /** Counts the token pairs: another process that has refreshed leaves a higher one. */
  readonly revision: number
  readonly credentials: Credentials
}

/** Returns the credentials as text for the sealed column. */
export function writeCredentials(credentials: Credentials): string {
  return JSON.stringify(credentials)
}

/** Reads what `writeCredentials` wrote. */
export function readCredentials(text: string): Credentials {
  return credentialsSchema.parse(JSON.parse(text))
}

/** Returns every secret in it: all of them are removed from whatever leaves. */
export function secretsOf({ accessToken, refreshToken, clientSecret }: Credentials): readonly string[] {
  return [accessToken, refreshToken, clientSecret].filter((secret) => secret !== undefined)
}
