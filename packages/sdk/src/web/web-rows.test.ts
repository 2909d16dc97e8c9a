import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Approver, approveEverything } from '@drawbridge/core'
import { HostPatternError } from '@drawbridge/net'
import { serveHttp } from '@drawbridge/net/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainConfiguration } from '../config/explain-configuration.ts'
import { readConfiguration } from '../config/read-configuration.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { WebOptions } from './web-options.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drawbridge-web-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const open = (web: WebOptions, approvers: readonly Approver[] = []) =>
  createDrawbridge({
    workspace: root,
    home: join(root, 'home'),
    useConfig: false,
    record: 'off',
    tools: { web },
    authority: { approvers },
  })

test('a search asks the service inside that the operator named, and its key is scrubbed from what it answers', async () => {
  const key = ['secret', 'of', 'the', 'service'].join('-')
  await using server = await serveHttp((request, response) => {
    const told = request.headers['x-subscription-token']
    response.end(
      JSON.stringify({ web: { results: [{ url: 'https://a.example/', title: 'T', description: `saw ${told}` }] } }),
    )
  })
  await using drawbridge = await open(
    { hosts: { internalHosts: ['127.0.0.1'] }, search: [{ type: 'brave', key, url: server.url }] },
    [approveEverything],
  )
  const outcome = await drawbridge.openSession().call({ name: 'web__search', arguments: { query: 'q' } })
  expect(outcome).toMatchObject({ status: 'ok', result: { data: { results: [{ snippet: 'saw [REDACTED]' }] } } })
  expect(JSON.stringify(outcome)).not.toContain(key)
})

test('a fetch asks first, and with nobody to ask it is denied', async () => {
  await using drawbridge = await open({})
  const session = drawbridge.openSession()
  expect(drawbridge.registry.list().map(({ name }) => name)).toContain('web.fetch')
  expect(await session.call({ name: 'web__fetch', arguments: { url: 'https://10.0.0.1/' } })).toMatchObject({
    status: 'denied',
  })
})

test('a host list with a mistake is an error at the start', async () => {
  await expect(open({ hosts: { internalHosts: ['http://searx.internal/'] } })).rejects.toThrow(HostPatternError)
})

test("the operator's file names the search service, and its key is neither shown nor answered", async () => {
  const key = ['secret', 'of', 'the', 'service'].join('-')
  await using server = await serveHttp((request, response) => {
    const told = request.headers['x-subscription-token']
    response.end(
      JSON.stringify({ web: { results: [{ url: 'https://a.example/', title: 'T', description: `saw ${told}` }] } }),
    )
  })
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  const config = { network: { internal: ['127.0.0.1'] }, web: { search: { brave: { key, url: server.url } } } }
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify(config))
  await using drawbridge = await createDrawbridge({
    workspace: root,
    home,
    record: 'off',
    authority: { approvers: [approveEverything] },
  })
  const outcome = await drawbridge.openSession().call({ name: 'web__search', arguments: { query: 'q' } })
  expect(outcome).toMatchObject({ status: 'ok', result: { data: { results: [{ snippet: 'saw [REDACTED]' }] } } })
  const read = await readConfiguration({
    home,
    workspace: root,
    config: undefined,
    environment: {},
    secrets: 'unchecked',
  })
  if (read.status === 'refused') throw new Error('The configuration was refused.')
  const shown = explainConfiguration(read.configuration).filter((entry) => entry.key.startsWith('web.'))
  expect(shown).toMatchObject([
    { key: 'web.search.brave.key', value: 'not shown' },
    { key: 'web.search.brave.url', value: server.url },
  ])
})
