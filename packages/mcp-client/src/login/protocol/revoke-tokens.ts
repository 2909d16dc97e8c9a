import type { FetchLike } from '@modelcontextprotocol/client'
import type { Login } from '../store/login.ts'
import { readIssuer } from './find-authorization.ts'
import { isSafeAddress } from './safe-address.ts'

/** Tells the authorization server that the tokens of a login are not used any more, if it wants to know. */
export async function revokeTokens({ issuer, credentials }: Login, fetch: FetchLike): Promise<void> {
  const metadata = await readIssuer(issuer, fetch)
  const address = metadata !== undefined && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (typeof address !== 'string' || !isSafeAddress(address)) return
  const { clientId, clientSecret, refreshToken, accessToken } = credentials
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      token: refreshToken ?? accessToken,
      token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token',
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    }),
  })
  await response.body?.cancel()
}
