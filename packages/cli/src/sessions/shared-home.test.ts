import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { mcpTransport } from '../__fixtures__/mcp-transport.ts'
import { jsonOf, runCli } from '../__fixtures__/run-cli.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const rounds = 10
const atOnce = 4

async function connect(folder: ScratchFolder): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = mcpTransport(folder)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

test('two MCP servers and a command line work in one home at once without an error or a lost record', {
  timeout: 120_000,
}, async () => {
  const folder = scratchFolder(
    Object.fromEntries(Array.from({ length: rounds }, (_, count) => [`${count}.txt`, `${count}\n`])),
  )
  mkdirSync(folder.home, { mode: 0o700 })
  const limits = { calls: { burst: 1_000, perSecond: 1_000 } }
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ limits }))
  const clients = await Promise.all([connect(folder), connect(folder)])
  const serve = clients.map(async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      const calls = Array.from({ length: atOnce }, (_, place) => ({
        name: 'fs__read_file',
        arguments: { path: `${round}.txt`, max_lines: place + 1 },
      }))
      for (const result of await Promise.all(calls.map((call) => client.callTool(call))))
        expect(result).toMatchObject({ content: [{ text: `${round}` }] })
    }
  })
  const type = async () => {
    const calls = Array.from({ length: rounds }, (_, round) => ({
      tool: 'fs.read_file',
      arguments: { path: `${round}.txt` },
    }))
    const input = calls.map((call) => `${JSON.stringify(call)}\n`).join('')
    for (const session of ['one', 'two']) {
      expect(await runCli(folder, ['call', '--jsonl', '--session', session], { input })).toMatchObject({
        code: 0,
        stderr: '',
      })
      expect(await runCli(folder, ['sessions', '--json'])).toMatchObject({ code: 0, stderr: '' })
    }
  }
  await Promise.all([...serve, type()])
  for (const client of clients) await client.close()

  const { sessions } = jsonOf<{ sessions: { calls: number }[] }>(await runCli(folder, ['sessions', '--json']))
  expect(sessions.map(({ calls }) => calls).toSorted((one, other) => one - other)).toEqual([10, 10, 40, 40])
  // In the database alone, where those of the files are by now as well.
  const ended = recordedEvents(folder.home, 'database').filter(({ type }) => type === 'tool.completed')
  expect(new Set(ended.map((event) => ('toolCallId' in event ? event.toolCallId : ''))).size).toBe(100)
  expect(ended).toHaveLength(100)
  expect(jsonOf(await runCli(folder, ['audit', 'verify', '--json']))).toMatchObject({ status: 'sound' })
})
