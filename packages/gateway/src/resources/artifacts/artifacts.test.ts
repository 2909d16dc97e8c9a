import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { createArtifactFiles } from '@drawbridge/store'
import { createDatabaseRecorder } from '@drawbridge/store/sessions'
import { expect, test } from 'vitest'
import { sampleSession } from '../../../../store/src/session/__fixtures__/sample-events.ts'
import { openTestGateway } from '../../testing/open-test-gateway.ts'

/** Opens a gateway with an artifact of a recorded session. */
async function openWith(content: string, tool = 'runtime.exec') {
  const open = await openTestGateway()
  await using recorder = createDatabaseRecorder(open.gateway.database)
  await recorder.append(sampleSession('one').aborted('call'), 'durable')
  const stored = createArtifactFiles({
    ...{ folder: join(open.home, 'artifacts'), clock: systemClock, ids: createSystemIdSource() },
  })
  const label = { trust: 'untrusted', source: 'test' } as never
  const writer = await stored.create({ session: 'one', tool, toolCallId: 'call', mediaType: 'text/html', label })
  await writer.write(content)
  const artifact = await writer.finish()
  return { open, stored, artifact, path: `/v1/artifacts/${artifact.id}` }
}

test('a whole output is listed, described and downloaded, byte for byte', async () => {
  const content = `${'ä'.repeat(400_000)}\n<script>alert(1)</script>`
  const { open, artifact, path } = await openWith(content)
  const operator = await open.signIn('operator')
  expect((await operator.send('GET', '/v1/sessions/one/artifacts')).json.items).toMatchObject([{ id: artifact.id }])
  expect((await operator.send('GET', path)).json).toMatchObject({ session: 'one', call: 'call', hash: artifact.hash })
  const { text, headers } = await operator.send('GET', `${path}/content`)
  expect(text).toBe(content)
  expect(createHash('sha256').update(text).digest('hex')).toBe(artifact.hash)
  expect(Number(headers.get('content-length'))).toBe(artifact.bytes)
})

test('no browser shows a download as a page, whatever its tool says it is', async () => {
  const { open, path } = await openWith('<script>alert(1)</script>')
  const { headers } = await (await open.signIn('owner')).send('GET', `${path}/content`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
})

test('the name of a tool adds no header to a download', async () => {
  const { open, path } = await openWith('x', 'mcp.evil\r\nSet-Cookie: stolen=1\r\n\r\n"; filename="a.html')
  const { status, headers, text } = await (await open.signIn('owner')).send('GET', `${path}/content`)
  expect([status, text, headers.get('set-cookie')]).toEqual([200, 'x', null])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="download"; filename\*=UTF-8''[\w.~%-]+$/)
})

test('an output of another user is not there for a member, in the words of one that does not exist', async () => {
  const { open, path } = await openWith('x')
  const member = await open.signIn('member')
  const unknown = await member.send('GET', '/v1/artifacts/artifact_none')
  for (const each of [path, `${path}/content`, '/v1/artifacts/artifact_none/content']) {
    const { status, json } = await member.send('GET', each)
    expect([status, json.code, json.detail]).toEqual([404, 'not_found', unknown.json.detail])
  }
  expect((await member.send('GET', '/v1/sessions/one/artifacts')).status).toBe(404)
  expect((await (await open.signIn('viewer')).send('GET', path)).status).toBe(403)
  expect((await (await (await open.signIn('owner')).key(['tools:read'])).send('GET', path)).status).toBe(403)
})

test.each([
  '..%2f..%2fdrawbridge.db',
  '%2e%2e%2fdrawbridge.db',
  '..%5c..%5cdrawbridge.db',
  '%2fetc%2fpasswd',
  '..%252fdrawbridge.db',
  'x%00',
  '%c0%ae%c0%ae%2fx',
  '__proto__',
  '.',
])('the path %s leads to nothing', async (id) => {
  const { open } = await openWith('x')
  const owner = await open.signIn('owner')
  for (const each of [`/v1/artifacts/${id}`, `/v1/artifacts/${id}/content`, `/v1/sessions/${id}/artifacts`]) {
    const { status, headers } = await owner.send('GET', each)
    expect(status).toBeOneOf([400, 404])
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  }
})

test('a broken download is continued where it ended, unless the content is another one', async () => {
  const { open, artifact, path } = await openWith('0123456789')
  const owner = await open.signIn('owner')
  const get = (headers: Record<string, string>) => owner.send('GET', `${path}/content`, { headers })
  const part = await get({ range: 'bytes=4-', 'if-range': `"${artifact.hash}"` })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '456789', 'bytes 4-9/10'])
  expect(await get({ range: 'bytes=4-', 'if-range': '"other"' })).toMatchObject({ status: 200, text: '0123456789' })
  expect(await get({ range: 'bytes=10-' })).toMatchObject({ status: 416, json: { code: 'range_outside' } })
})

test('an empty output is downloaded, and one that is gone meanwhile is not found', async () => {
  const { open, stored, artifact, path } = await openWith('')
  const owner = await open.signIn('owner')
  expect(await owner.send('GET', `${path}/content`)).toMatchObject({ status: 200, text: '' })
  await stored.remove(artifact.id, 'one')
  expect((await owner.send('GET', `${path}/content`)).status).toBe(404)
})
