import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

const program = fileURLToPath(new URL('../../../mcp-client/src/__fixtures__/script-server.ts', import.meta.url))
const provenAt = statement<[at: number]>('update gateway_sessions set proven_at = $1')

const scripted = (...tools: readonly string[]) => ({
  command: execPath,
  args: [
    program,
    JSON.stringify({
      tools: tools.map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })),
    }),
  ],
  era: 'legacy',
})

test('a server is looked at, added by exactly what was seen, used from the next start, and removed again', async () => {
  const open = await openTestGateway()
  const operator = await open.signIn('operator')
  const wanted = { id: 'files', server: scripted('read_page', 'search') }
  const seen = (await operator.send('POST', '/v1/mcp/servers/preview', { body: wanted })).json
  expect(seen).toMatchObject({ problem: null, tools: 2, text: expect.stringContaining('New tool read_page') })
  expect((await operator.send('GET', '/v1/mcp/servers')).json.items).toEqual([])

  const add = (body: object) => operator.send('POST', '/v1/mcp/servers', { body })
  const changed = await add({ ...wanted, server: scripted('read_page', 'delete_all'), version: seen.version })
  expect([changed.status, changed.json.detail]).toEqual([422, expect.stringContaining('Look at it again.')])
  expect((await operator.send('GET', '/v1/mcp/servers')).json.items).toEqual([])
  expect((await add({ ...wanted, version: seen.version })).json).toEqual({ id: 'files', agreed: 2 })
  expect((await add(wanted)).json.detail).toBe('There is a server "files" already.')
  expect((await operator.send('GET', '/v1/mcp/servers/files')).json).toMatchObject({ state: 'waiting', offered: 0 })

  const later = await openTestGateway({ home: open.home })
  const again = await later.signIn('operator')
  expect((await again.send('GET', '/v1/mcp/servers/files')).json).toMatchObject({
    state: 'idle',
    offered: 2,
    withheld: [],
  })
  expect((await again.send('DELETE', '/v1/mcp/servers/files')).status).toBe(204)
  expect((await operator.send('GET', '/v1/mcp/servers')).json.items).toEqual([])
})

test('a server that does not start says why, and can be added without agreement', async () => {
  const open = await openTestGateway()
  const operator = await open.signIn('operator')
  const body = { id: 'lost', server: { command: '/nowhere/server' } }
  const seen = await operator.send('POST', '/v1/mcp/servers/preview', { body })
  expect(seen.json).toMatchObject({ problem: expect.stringContaining('/nowhere/server'), version: null })
  expect((await operator.send('POST', '/v1/mcp/servers', { body })).json).toEqual({ id: 'lost', agreed: 0 })
})

test('nobody adds a server by a key, with an old proof, with a secret in plain text, or with secrets that only owners give away', async () => {
  const config: object = { mcp: { servers: { kept: { command: 'x' } } } }
  const open = await openTestGateway({ drawbridge: { config: { ...config } } })
  const [operator, owner] = [await open.signIn('operator'), await open.signIn('owner')]
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  await owner.send('PUT', '/v1/secrets/TRACKER', { body: { value: token } })
  const reference = (kind: string, name: string) => ['$', '{', kind, ':', name, '}'].join('')
  const details = async (sender: Pick<typeof operator, 'send'>, server: object, id = 'new') => {
    const answers = []
    for (const path of ['/v1/mcp/servers/preview', '/v1/mcp/servers'])
      answers.push((await sender.send('POST', path, { body: { id, server } })).json)
    expect(answers[0].detail).toBe(answers[1].detail)
    return answers[0].detail as string
  }
  expect(await details(operator, { command: 'x' }, 'kept')).toBe('There is a server "kept" already.')
  expect(await details(operator, { command: 'x' }, 'Not An Id')).toContain('is not a valid id')
  expect(await details(operator, {})).toContain('needs a program or an address')
  expect(await details(operator, { command: 'x', env: { TOKEN: token } })).toContain('holds a secret')
  expect(await details(operator, { command: 'x', env: { TOKEN: reference('secret', 'TRACKER') } })).toContain(
    'Only an owner',
  )
  expect(await details(owner, { command: 'x', env: { TOKEN: reference('secret', 'NONE') } })).toContain(
    'does not exist',
  )
  expect(await details(owner, { command: 'x', env: { HOME: reference('env', 'HOME') } })).toContain(
    'cannot be used here',
  )
  expect((await operator.send('DELETE', '/v1/mcp/servers/kept')).json.detail).toContain('Remove it from the file')
  const key = await owner.key(['mcp:add'], { human: true })
  expect((await key.send('POST', '/v1/mcp/servers', { body: { id: 'new', server: { command: 'x' } } })).status).toBe(
    403,
  )
  await open.gateway.database.run(provenAt, Date.now() - 11 * 60_000)
  const late = await operator.send('POST', '/v1/mcp/servers', { body: { id: 'new', server: { command: 'x' } } })
  expect(late.json.code).toBe('proof_needed')
  expect((await owner.send('GET', '/v1/mcp/servers')).json.items.map(({ id }: { id: string }) => id)).toEqual(['kept'])
})
