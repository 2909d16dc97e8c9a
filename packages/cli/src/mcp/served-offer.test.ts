import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { serveMcp } from '../../../mcp/src/server/serve-mcp.ts'
import { openPeer } from '../../../mcp-client/src/testing/http-peer.ts'

/** A client of ours in front of a server with a prompt, and with a tool whose result links to a resource. */
async function openClient() {
  const peer = await openPeer({
    tools: [{ name: 'link', inputSchema: { type: 'object' } }],
    act: { link: () => ({ content: [{ type: 'resource_link', uri: 'note://a b', name: 'a' }] }) },
    capabilities: { resources: {}, prompts: {} },
    server: (server) => {
      server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
        contents: [{ uri, text: `read ${uri}` }],
      }))
      server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who' }] }] }))
      server.setRequestHandler('prompts/get', ({ params }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: `Greet ${params.arguments?.who}` } }],
      }))
    },
  })
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-served-offer-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ mcp: { servers: { one: { url: peer.url } } } }))
  const authority = { approvers: [approveEverything] }
  const drawbridge = await createDrawbridge({
    home,
    workspace,
    record: 'off',
    authority,
    agents: { allowUnknown: true },
  })
  onTestFinished(() => drawbridge[Symbol.asyncDispose]())
  const managed = (await drawbridge.house.service('mcpServers'))?.get('one')
  const grants = await drawbridge.house.service('mcpGrants')
  if (managed === undefined || grants === undefined || drawbridge.offer === undefined)
    throw new Error('Nothing is offered.')
  const [near, far] = InMemoryTransport.createLinkedPair()
  const session = drawbridge.openSession({ principal: { user: 'ada' } })
  const openRun = () => session.openRun()
  const toolsVersion = () => drawbridge.registry.version + grants.version()
  await serveMcp({ name: 'ours', version: '1', offer: drawbridge.offer, openRun, toolsVersion, transport: far })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(near)
  onTestFinished(() => client.close())
  return { client, managed, store: await grants.store() }
}

test('a client gets the prompts of servers that somebody agreed to, and reads the resources that results link to', async () => {
  const { client, managed, store } = await openClient()
  expect((await client.listPrompts()).prompts).toEqual([])
  await managed.agree(await managed.inspect(AbortSignal.timeout(60_000)), 'op')
  expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'one__greet', arguments: [{ name: 'who' }] }])
  await expect.poll(async () => (await client.listTools()).tools.map(({ name }) => name)).toContain('mcp__one__link')
  const prompt = await client.getPrompt({ name: 'one__greet', arguments: { who: 'Ada' } })
  expect(JSON.stringify(prompt.messages)).toContain('Greet Ada')
  const result = await client.callTool({ name: 'mcp__one__link', arguments: {} })
  const [uri = ''] = /drawbridge:\/\/one\/[^"\\\s)]+/.exec(JSON.stringify(result.content)) ?? []
  expect(JSON.stringify(await client.readResource({ uri }))).toContain('read note://a b')

  const subject = { kind: 'user', id: 'ada' } as const
  await store.put({ server: 'one', subject, enabled: false, toolDeny: [] }, 'op')
  expect((await client.listPrompts()).prompts).toEqual([])
  await expect(client.getPrompt({ name: 'one__greet', arguments: { who: 'Ada' } })).rejects.toThrow('no prompt')
  await expect(client.readResource({ uri })).rejects.toThrow()
})
