import { expect, test } from 'vitest'
import { payloadsOf } from '../../../mcp-client/src/testing/attack/read-attack.ts'
import { openEndpoint } from '../__fixtures__/open-endpoint.ts'

const { redirects } = payloadsOf<{ redirects: readonly string[] }>(5)

/** The doors of a server that lets clients log in at another one. */
const doors = [
  '/authorize',
  '/token',
  '/register',
  '/revoke',
  '/callback',
  '/consent',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration',
  '/mcp/authorize',
  '/mcp/.well-known/openid-configuration',
]

test('nobody logs in through us: no door of a proxy of logins is there, with or without a token, and no answer sends a browser on', async () => {
  await using open = await openEndpoint()
  for (const door of doors) {
    for (const redirect of redirects) {
      for (const method of ['GET', 'POST']) {
        for (const authorization of [{}, { authorization: 'Bearer token-of-ada' }]) {
          const address = new URL(door, open.url)
          address.search = String(
            new URLSearchParams({ client_id: 'ours', response_type: 'code', redirect_uri: redirect, state: 's' }),
          )
          const answer = await fetch(address, {
            method,
            redirect: 'manual',
            headers: { cookie: 'consent=ours', ...authorization },
          })
          expect([method, door, answer.status]).toEqual([method, door, 404])
          expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([null, null])
          expect(await answer.text()).not.toContain(redirect)
        }
      }
    }
  }
  expect(open.opened).toEqual([])
})
