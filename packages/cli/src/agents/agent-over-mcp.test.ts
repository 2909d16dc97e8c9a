import { Client } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { mcpTransport } from '../__fixtures__/mcp-transport.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

async function connect(folder: ScratchFolder, user: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { decision: 'allow_once' } }))
  const transport = mcpTransport(folder, ['--agent', 'helper', '--user', user])
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

test('what one client of an agent writes another of the same user reads, and none of another user', async () => {
  const folder = scratchFolder({ 'template/SOUL.md': 'kind\n' })
  await runHere(folder, ['agents', 'create', 'helper', '--type', 'open', '--template', 'template'])
  const [one, other, bob] = await Promise.all([connect(folder, 'ada'), connect(folder, 'ada'), connect(folder, 'bob')])
  const read = async (client: Client, path: string) =>
    JSON.stringify((await client.callTool({ name: 'fs__read_file', arguments: { path } })).content)
  expect(await read(other, 'SOUL.md')).toContain('kind')
  const written = await one.callTool({ name: 'fs__write_file', arguments: { path: 'MEMORY.md', content: 'of ada\n' } })
  expect(written.isError ?? false).toBe(false)
  expect(await read(other, 'MEMORY.md')).toContain('of ada')
  expect(await read(bob, 'MEMORY.md')).toContain('does not exist')
})
