import { join } from 'node:path'
import { openDatabase, statement } from '@drawbridge/store/database'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { type AuthorizationScene, openAuthorization } from '../__fixtures__/authorization-server.ts'
import { openScene, type Scene } from '../__fixtures__/open-scene.ts'
import { mcpRoom } from '../room.ts'
import type { ServerDefinition } from '../section/mcp-section.ts'

const redirectUrl = 'http://127.0.0.1:8976/callback'

/** The definition of the server of a scene; `auth.issuer` allows the authorization server on loopback. */
function guarded({ url, issuer }: AuthorizationScene, auth: ServerDefinition['auth'] = {}): ServerDefinition {
  return { url, auth: { issuer, ...auth } }
}

async function login({ mcp }: Scene, there: AuthorizationScene, user?: string) {
  const begun = await mcp.logins.begin('tracker', { redirectUrl, ...(user === undefined ? {} : { user }) })
  return begun.finish(await there.browse(begun.url))
}

async function loggedIn(auth: ServerDefinition['auth'] = {}, there?: AuthorizationScene) {
  const at = there ?? (await openAuthorization())
  const scene = await openScene({ tracker: guarded(at, auth) })
  await login(scene, at)
  await scene.agree('tracker')
  return { there: at, scene }
}

describe('a login in the browser', () => {
  it('lets the tools of the server be listed and called', async () => {
    const { scene } = await loggedIn()
    expect(await scene.call('mcp.tracker.echo')).toMatchObject({ status: 'ok' })
  })

  it('is demanded with the command line that does it, and heals the server that runs', async () => {
    const there = await openAuthorization()
    const scene = await openScene({ tracker: guarded(there) })
    const looking = scene.mcp.get('tracker').inspect(AbortSignal.timeout(20_000))
    await expect(looking).rejects.toThrow('drawbridge mcp login tracker')
    expect((await scene.mcp.get('tracker').status()).state).toBe('blocked')
    await login(scene, there)
    await expect.poll(async () => (await scene.mcp.get('tracker').status()).state).not.toBe('blocked')
    await scene.agree('tracker')
    expect(await scene.call('mcp.tracker.echo')).toMatchObject({ status: 'ok' })
  })

  it('proves by PKCE S256 who began it, and asks for exactly the resource that the server names', async () => {
    const { there } = await loggedIn()
    const [asked] = there.seenAt('/authorize')
    expect(asked?.form.get('code_challenge_method')).toBe('S256')
    expect(asked?.form.get('resource')).toBe(there.url)
    const [redeemed] = there.seenAt('/token')
    expect(redeemed?.form.get('resource')).toBe(there.url)
    expect(redeemed?.form.get('redirect_uri')).toBe(redirectUrl)
  })

  it('registers a native client for this redirect address', async () => {
    const { there } = await loggedIn()
    expect(JSON.parse(there.seenAt('/register')[0]?.body ?? '')).toMatchObject({
      application_type: 'native',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    })
  })

  it('uses the registered client of the operator, or the document that describes us, before it registers', async () => {
    const { there } = await loggedIn({ clientId: 'ours' })
    expect(there.seenAt('/register')).toEqual([])
    expect(there.seenAt('/authorize')[0]?.form.get('client_id')).toBe('ours')
    const document = 'https://client.example/drawbridge.json'
    const other = await openAuthorization({ metadata: { client_id_metadata_document_supported: true } })
    await loggedIn({ clientMetadataUrl: document }, other)
    expect(other.seenAt('/register')).toEqual([])
    expect(other.seenAt('/authorize')[0]?.form.get('client_id')).toBe(document)
  })

  it('says what to configure if the authorization server registers nobody', async () => {
    const there = await openAuthorization({ metadata: { registration_endpoint: undefined } })
    const scene = await openScene({ tracker: guarded(there) })
    await expect(scene.mcp.logins.begin('tracker', { redirectUrl })).rejects.toThrow('"auth.clientId"')
  })

  it('takes the scopes of the refusal before those of the metadata, and offline_access only if it is offered', async () => {
    const there = await openAuthorization({ resource: { scopes_supported: ['all'] } })
    there.script.challenge = `Bearer resource_metadata="${there.origin}/.well-known/oauth-protected-resource/mcp", scope="read list"`
    await loggedIn({}, there)
    expect(there.seenAt('/authorize')[0]?.form.get('scope')).toBe('read list')
    there.script.challenge = undefined
    there.script.metadata.scopes_supported = ['offline_access']
    await loggedIn({}, there)
    expect(there.seenAt('/authorize')[1]?.form.get('scope')).toBe('all offline_access')
  })

  it('sends the token only in the header, and only to its server', async () => {
    const { there, scene } = await loggedIn()
    await scene.call('mcp.tracker.echo')
    const [access] = there.valid
    for (const { path, form, authorization, body } of there.seen) {
      expect(`${form} ${body}`).not.toContain(access)
      expect(authorization === null || path === '/mcp').toBe(true)
    }
  })

  it('is not used for the server if its address changes', async () => {
    const there = await openAuthorization()
    const other = await openAuthorization()
    const scene = await openScene({ tracker: guarded(there) })
    await login(scene, there)
    const moved = await openScene(
      { tracker: guarded(other, { issuer: there.issuer }) },
      { database: scene.database, keys: scene.folder },
    )
    const looking = moved.mcp.get('tracker').inspect(AbortSignal.timeout(20_000))
    await expect(looking).rejects.toThrow('drawbridge mcp login tracker')
    expect(other.seen.every(({ authorization }) => authorization === null)).toBe(true)
  })

  it('is hidden and encrypted: no token stands in the database, a list or an error', async () => {
    const { there, scene } = await loggedIn()
    there.script.refusesTokens = true
    there.expire()
    const outcome = await scene.call('mcp.tracker.echo')
    const rows = await scene.database.all(statement<[], unknown>('select * from mcp_logins'))
    const told = JSON.stringify([outcome, rows, await scene.mcp.logins.list(), await scene.mcp.get('tracker').status()])
    for (const secret of there.secrets) expect(told).not.toContain(secret)
    const [access = '', refresh = ''] = there.secrets.slice(-2)
    expect(scene.hidden).toContain(access)
    expect(scene.hidden).toContain(refresh)
  })

  it('of one user is never used for another', async () => {
    const there = await openAuthorization()
    const scene = await openScene({ tracker: guarded(there, { perUser: true }) })
    await login(scene, there)
    await login(scene, there, 'ada')
    await scene.agree('tracker')
    const shared = there.seen.length
    expect(await scene.call('mcp.tracker.echo', {}, { user: 'ada' })).toMatchObject({ status: 'ok' })
    const used = new Set(there.seen.slice(shared).map(({ authorization }) => authorization))
    expect(used).toEqual(new Set([`Bearer ${[...there.valid][1]}`]))
    expect(await scene.call('mcp.tracker.echo', {}, { user: 'bob' })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('drawbridge mcp login tracker --user bob'),
    })
  })

  it('ends with logout: the authorization server is told, and the next call needs a login', async () => {
    const { there, scene } = await loggedIn()
    expect(await scene.mcp.logins.logout('tracker', undefined)).toBe(true)
    expect(there.seenAt('/revoke')).toHaveLength(1)
    expect(await scene.mcp.logins.list()).toEqual([])
    await expect.poll(async () => (await scene.call('mcp.tracker.echo')).status).toBe('failed')
    expect(await scene.mcp.logins.logout('tracker', undefined)).toBe(false)
  })
})

describe('a hostile server', () => {
  const refusal = async (there: AuthorizationScene, auth: ServerDefinition['auth'] = {}) => {
    const scene = await openScene({ tracker: guarded(there, auth) })
    return login(scene, there).then(
      () => 'logged in',
      (error: Error) => error.message,
    )
  }

  it.each([
    ['an address in the clear', { token_endpoint: 'http://tokens.example/token' }, 'must be an https address'],
    ['a file', { authorization_endpoint: 'file:///etc/passwd' }, ''],
    ['a script', { authorization_endpoint: 'javascript:alert(1)' }, ''],
    ['credentials in an address', { token_endpoint: 'https://u:p@tokens.example/token' }, 'must be an https address'],
    ['no protection of logins', { code_challenge_methods_supported: undefined }, 'PKCE'],
    ['plain PKCE', { code_challenge_methods_supported: ['plain'] }, 'PKCE'],
    ['another issuer', { issuer: 'https://honest.example' }, 'another one'],
  ])('cannot make us use %s', async (_, metadata, words) => {
    const there = await openAuthorization({ metadata })
    const message = await refusal(there)
    expect(message).not.toBe('logged in')
    expect(message).toContain(words)
    expect(there.seenAt('/token')).toEqual([])
  })

  it.each([
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['a private host', 'https://10.0.0.7/metadata'],
    ['a mapped address', 'https://[::ffff:10.0.0.7]/metadata'],
    ['a number', 'https://167772167/metadata'],
  ])('cannot make us ask %s', async (_, target) => {
    const there = await openAuthorization()
    there.script.challenge = `Bearer resource_metadata="${target}"`
    expect(await refusal(there)).not.toBe('logged in')
    there.script.challenge = undefined
    there.script.resource = { authorization_servers: [target] }
    expect(await refusal(there)).not.toBe('logged in')
    there.script.resource = {}
    there.script.metadataRedirect = target
    expect(await refusal(there)).not.toBe('logged in')
    expect(there.seenAt('/authorize')).toEqual([])
  })

  it('on loopback cannot send us to another program of this machine that the operator did not name', async () => {
    const there = await openAuthorization()
    const inner = await openAuthorization()
    there.script.resource = { authorization_servers: [inner.issuer] }
    const scene = await openScene({ tracker: { url: there.url, era: 'legacy' } })
    await expect(scene.mcp.logins.begin('tracker', { redirectUrl })).rejects.toThrow()
    expect(inner.seen).toEqual([])
  })

  it('cannot ask for tokens that are for another server', async () => {
    for (const resource of ['https://bank.example/mcp', 'mcp', '']) {
      const there = await openAuthorization({ resource: { resource } })
      expect(await refusal(there)).not.toBe('logged in')
    }
    const sibling = await openAuthorization()
    sibling.script.resource = { resource: `${sibling.origin}/other` }
    expect(await refusal(sibling)).toContain('another server')
  })

  it.each([
    ['of another authorization server', { iss: 'https://evil.example' }, 'another authorization server'],
    ['without its sender', { iss: undefined }, 'another authorization server'],
    ['with a foreign state', { state: 'x'.repeat(43) }, 'no login that is under way'],
    ['without a state', { state: undefined }, 'no login that is under way'],
  ])('cannot have the code of an answer %s', async (_, answer, words) => {
    const there = await openAuthorization({ answer })
    expect(await refusal(there)).toContain(words)
    expect(there.seenAt('/token')).toEqual([])
  })

  it('cannot speak through the error of an answer from somewhere else', async () => {
    const there = await openAuthorization({
      answer: { iss: 'https://evil.example', error: 'access_denied', error_description: 'call 555', code: undefined },
    })
    expect(await refusal(there)).not.toMatch(/555|evil|refused/)
  })

  it('cannot have codes and secrets sent on by a redirect of the address for tokens', async () => {
    const there = await openAuthorization()
    const thief = await openAuthorization()
    there.script.tokenRedirect = `${thief.origin}/token`
    const scene = await openScene({ tracker: guarded(there) }, { internalHosts: [new URL(thief.origin).host] })
    await expect(login(scene, there)).rejects.toThrow()
    expect(there.seenAt('/token')).toHaveLength(1)
    expect(thief.seen).toEqual([])
  })

  it('of one server is of no use for the login of another one with the same client', async () => {
    const [honest, evil] = [await openAuthorization(), await openAuthorization()]
    const scene = await openScene({
      tracker: guarded(honest, { clientId: 'ours' }),
      evil: guarded(evil, { clientId: 'ours' }),
    })
    const wanted = await scene.mcp.logins.begin('tracker', { redirectUrl })
    const lured = await scene.mcp.logins.begin('evil', { redirectUrl })
    const answer = await honest.browse(wanted.url)
    await expect(lured.finish(answer)).rejects.toThrow('no login that is under way')
    expect([honest.seenAt('/token'), evil.seenAt('/token')]).toEqual([[], []])
    await wanted.finish(answer)
    expect(honest.seenAt('/token')).toHaveLength(1)
    expect(evil.seenAt('/token')).toEqual([])
  })

  it('cannot have an answer taken twice', async () => {
    const there = await openAuthorization()
    const scene = await openScene({ tracker: guarded(there) })
    const begun = await scene.mcp.logins.begin('tracker', { redirectUrl })
    const answer = await there.browse(begun.url)
    await begun.finish(answer)
    await expect(begun.finish(answer)).rejects.toThrow('no login that is under way')
  })

  it('that moves to another authorization server gets no token of the first', async () => {
    const { there, scene } = await loggedIn({ issuer: undefined }, await openAuthorization())
    const before = there.seenAt('/token').length
    there.script.issuerPath = '/tenant'
    there.expire()
    const outcome = await scene.call('mcp.tracker.echo')
    expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('mcp login tracker') })
    expect(there.seenAt('/token')).toHaveLength(before)
  })
})

describe('the addresses of an authorization server', () => {
  test('with a path are three, without one two, in the order of the specification', async () => {
    const there = await openAuthorization({ issuerPath: '/tenant', metadata: {} })
    const scene = await openScene({ tracker: guarded(there) })
    await login(scene, there)
    expect(there.seen.map(({ path }) => path)).toContain('/.well-known/oauth-authorization-server/tenant')
    const lost = await openAuthorization({ issuerPath: '/none' })
    lost.script.resource = { authorization_servers: [`${lost.origin}/elsewhere`] }
    const stuck = await openScene({ tracker: { url: lost.url, era: 'legacy' } })
    await expect(stuck.mcp.logins.begin('tracker', { redirectUrl })).rejects.toThrow('has no metadata')
    expect(lost.seen.map(({ path }) => path).filter((path) => path.includes('elsewhere'))).toEqual([
      '/.well-known/oauth-authorization-server/elsewhere',
      '/.well-known/openid-configuration/elsewhere',
      '/elsewhere/.well-known/openid-configuration',
    ])
  })

  test('of before 2025-06-18 are at the server itself', async () => {
    const there = await openAuthorization({ noResourceMetadata: true, challenge: 'Bearer' })
    const scene = await openScene({ tracker: { url: there.url, era: 'legacy' } })
    await login(scene, there)
    expect(there.seenAt('/token')[0]?.form.get('resource')).toBe(there.url)
  })
})

describe('an expired token', () => {
  it('is replaced without a question, and the call succeeds', async () => {
    const { there, scene } = await loggedIn()
    there.expire()
    expect(await scene.call('mcp.tracker.echo')).toMatchObject({ status: 'ok' })
    expect(there.seenAt('/token')[1]?.form.get('resource')).toBe(there.url)
  })

  it('is not sent any more if its end was announced', async () => {
    const there = await openAuthorization({ expiresIn: 5 })
    const scene = await openScene({ tracker: guarded(there) })
    await login(scene, there)
    there.script.expiresIn = 3_600
    await scene.agree('tracker')
    expect(there.seenAt('/token').at(-1)?.form.get('grant_type')).toBe('refresh_token')
    expect(there.seenAt('/mcp').filter(({ authorization }) => authorization === null)).toHaveLength(1)
  })

  it('that cannot be replaced tells the way out, once', async () => {
    const { there, scene } = await loggedIn()
    there.script.refusesTokens = true
    there.expire()
    const outcome = await scene.call('mcp.tracker.echo')
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('drawbridge mcp login tracker'),
    })
    expect(there.seenAt('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(1)
  })

  it('is replaced once by two processes, and both go on', async () => {
    const { there, scene } = await loggedIn()
    const rooms = [{ room: 'mcp', migrations: mcpRoom.migrations ?? [], sealed: mcpRoom.sealed ?? [] }]
    const file = join(scene.folder, 'db.sqlite')
    const database = await openDatabase({ kind: 'sqlite', file, rooms })
    onTestFinished(() => database[Symbol.asyncDispose]())
    const second = await openScene({ tracker: guarded(there) }, { database, keys: scene.folder })
    await second.agree('tracker')
    const both = Promise.withResolvers<void>()
    there.script.beforeToken = () => both.promise
    there.expire()
    const calls = [scene, second, scene, second].map((one) => one.call('mcp.tracker.echo'))
    await expect.poll(() => there.seenAt('/token').length).toBe(2)
    both.resolve()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(there.seenAt('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(1)
  })
})

describe('missing scopes', () => {
  it('are named, and the next login asks for them besides the old ones', async () => {
    const { there, scene } = await loggedIn(
      { scopes: undefined },
      await openAuthorization({ resource: { scopes_supported: ['read'] } }),
    )
    const outcome = await scene.call('mcp.tracker.admin')
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/scopes: admin\. Log in with: drawbridge mcp login tracker/),
    })
    await login(scene, there)
    expect(there.seenAt('/authorize').at(-1)?.form.get('scope')?.split(' ').toSorted()).toEqual(['admin', 'read'])
    await expect.poll(async () => (await scene.call('mcp.tracker.admin')).status).toBe('ok')
  })
})

describe('a login in our own name', () => {
  const own = { grant: 'client_credentials', clientId: 'ours', clientSecret: ['client', 'secret'].join('-') } as const

  it('needs nobody: the first request gets the token, an expired one is replaced, and missing scopes are asked for once', async () => {
    const there = await openAuthorization({ resource: { scopes_supported: ['read'] } })
    const scene = await openScene({ tracker: guarded(there, own) })
    await scene.agree('tracker')
    there.expire()
    expect(await scene.call('mcp.tracker.echo')).toMatchObject({ status: 'ok' })
    expect(await scene.call('mcp.tracker.admin')).toMatchObject({ status: 'ok' })
    expect(there.seenAt('/token').at(-1)?.form.get('scope')).toBe('read admin')
  })

  it('asks for no more scopes than the operator wrote down, whatever the server demands', async () => {
    const there = await openAuthorization()
    const scene = await openScene({ tracker: guarded(there, { ...own, scopes: ['read'] }) })
    await scene.agree('tracker')
    const before = there.seenAt('/token').length
    expect(await scene.call('mcp.tracker.admin')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /further scopes: admin\. If it may have them, add them to "auth\.scopes" of the server\.$/,
      ),
    })
    expect(there.seenAt('/token')).toHaveLength(before)
    there.expire()
    expect(await scene.call('mcp.tracker.echo')).toMatchObject({ status: 'ok' })
    expect(there.seenAt('/token').map(({ form }) => form.get('scope'))).toEqual(
      there.seenAt('/token').map(() => 'read'),
    )
  })

  it.each<[string, ServerDefinition['auth']]>([
    ['without a person', own],
    ['in a browser', { clientId: 'ours', clientSecret: own.clientSecret }],
  ])(
    'gives the secret %s to no other authorization server than the first, if the server names another one',
    async (_, auth) => {
      const there = await openAuthorization()
      const scene = await openScene({ tracker: guarded(there, { ...auth, issuer: undefined }) })
      if (auth?.grant === undefined) await login(scene, there)
      await scene.agree('tracker')
      const before = there.seenAt('/token').length
      expect(before).toBeGreaterThan(0)
      there.script.issuerPath = '/thief'
      there.expire()
      const again = auth?.grant === undefined ? login(scene, there) : scene.call('mcp.tracker.echo')
      const said = await again.then(JSON.stringify, (error: Error) => error.message)
      expect(said).toContain('another authorization server now')
      expect(said).toContain('auth.issuer')
      expect(there.seenAt('/token')).toHaveLength(before)
    },
  )

  it('ends without a loop if the server is never satisfied', async () => {
    const there = await openAuthorization({ resource: { scopes_supported: ['read'] } })
    const scene = await openScene({ tracker: guarded(there, own) })
    await scene.agree('tracker')
    there.script.isNeverSatisfied = true
    const before = there.seenAt('/token').length
    expect(await scene.call('mcp.tracker.admin')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('further scopes'),
    })
    expect(there.seenAt('/token')).toHaveLength(before + 1)
    expect(await scene.call('mcp.tracker.admin')).toMatchObject({ status: 'failed' })
    expect(there.seenAt('/token')).toHaveLength(before + 1)
  })
})
