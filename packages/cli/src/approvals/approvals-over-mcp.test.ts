import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mcpTransport } from '../__fixtures__/mcp-transport.ts'
import { jsonOf, startCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import type { ApprovalJson } from './approval-json.ts'

/** The official client with a server of its own. Nobody can be asked behind it, unless it is said what they answer. */
async function connect(folder: ScratchFolder, args: readonly string[] = [], elicited?: ElicitResult) {
  const capabilities = elicited === undefined ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities })
  if (elicited !== undefined) client.setRequestHandler('elicitation/create', () => elicited)
  const transport = mcpTransport(folder, args)
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    write: (path: string) => client.callTool({ name: 'fs__write_file', arguments: { path, content: 'x' } }),
    kill: () => {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL')
    },
  }
}

async function list(folder: ScratchFolder, ...flags: string[]): Promise<readonly ApprovalJson[]> {
  return jsonOf<{ approvals: readonly ApprovalJson[] }>(
    await runHere(folder, ['approvals', 'list', '--json', ...flags]),
  ).approvals
}

/** The question that waits, once there is one. */
function question(folder: ScratchFolder): Promise<ApprovalJson> {
  return vi.waitFor(
    async () => {
      const [first] = await list(folder)
      if (first === undefined) throw new Error('Nothing is asked.')
      return first
    },
    { timeout: 20_000 },
  )
}

const answer = (folder: ScratchFolder, { id, digest }: Pick<ApprovalJson, 'id' | 'digest'>, given: string) =>
  runHere(folder, ['approvals', 'answer', id, given, '--digest', digest])
const isWritten = ({ workspace }: ScratchFolder, path: string) => existsSync(join(workspace, path))

describe('what an MCP server asks', { timeout: 60_000 }, () => {
  test('is answered by another process', async () => {
    const folder = scratchFolder()
    const { write } = await connect(folder)
    const [first, second] = [write('a.txt'), question(folder)]
    const asked = await second
    expect(asked).toMatchObject({
      tool: 'fs.write_file',
      input: { path: 'a.txt' },
      askedBy: expect.stringMatching(/^process \d+ on /),
    })
    expect(await answer(folder, asked, 'allow_once')).toMatchObject({ code: 0 })
    expect((await first).isError ?? false).toBe(false)
    expect(isWritten(folder, 'a.txt')).toBe(true)

    const refused = write('b.txt')
    await runHere(folder, ['approvals', 'answer', (await question(folder)).id, 'deny', '--reason', 'not that one'])
    expect(await refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not that one') }] })
    expect(isWritten(folder, 'b.txt')).toBe(false)
    expect((await list(folder, '--all')).map(({ state }) => state)).toEqual(['consumed', 'consumed'])
  })

  test('outlives the server: answered after its death, it counts for the same call in the next one, once', async () => {
    const folder = scratchFolder()
    const first = await connect(folder)
    const lost = first.write('a.txt').catch(() => 'lost')
    const asked = await question(folder)
    first.kill()
    expect(await lost).toBe('lost')
    expect(await answer(folder, asked, 'allow_once')).toMatchObject({ code: 0 })
    expect(isWritten(folder, 'a.txt')).toBe(false)

    const next = await connect(folder)
    expect((await next.write('a.txt')).isError ?? false).toBe(false)
    expect(isWritten(folder, 'a.txt')).toBe(true)
    const again = next.write('a.txt')
    const other = await question(folder)
    expect(other.id).not.toBe(asked.id)
    await answer(folder, other, 'deny')
    expect((await again).isError).toBe(true)
  })

  test('that still waits when the next server asks the same is asked once', async () => {
    const folder = scratchFolder()
    const first = await connect(folder)
    const lost = first.write('a.txt').catch(() => 'lost')
    const asked = await question(folder)
    first.kill()
    await lost
    const next = await connect(folder)
    const call = next.write('a.txt')
    expect(await list(folder)).toHaveLength(1)
    await answer(folder, asked, 'allow_once')
    expect((await call).isError ?? false).toBe(false)
  })

  test('outlives whoever was about to answer', async () => {
    const folder = scratchFolder()
    const { write } = await connect(folder)
    const call = write('a.txt')
    const watching = startCli(folder, ['approvals', 'watch', '--json'])
    const line = await new Promise<string>((resolve) =>
      watching.stdout.once('data', (data: Buffer) => resolve(`${data}`)),
    )
    watching.kill('SIGKILL')
    const asked = JSON.parse(line) as ApprovalJson
    expect(asked.state).toBe('pending')
    expect(await answer(folder, asked, 'allow_once')).toMatchObject({ code: 0 })
    expect((await call).isError ?? false).toBe(false)
  })

  test("is withdrawn once the client's person has answered", async () => {
    const folder = scratchFolder()
    const accept: ElicitResult = { action: 'accept', content: { decision: 'allow_once' } }
    const { write } = await connect(folder, [], accept)
    expect((await write('a.txt')).isError ?? false).toBe(false)
    const isOpen = async () => (await list(folder, '--all')).some(({ state }) => state !== 'withdrawn')
    await vi.waitFor(async () => expect(await isOpen()).toBe(false), { timeout: 20_000 })
  })

  test('asks no one with --approve never', async () => {
    const folder = scratchFolder()
    const { write } = await connect(folder, ['--approve', 'never'])
    expect(await write('a.txt')).toMatchObject({ isError: true })
    expect(await list(folder)).toEqual([])
  })
})

test('a single call can be answered at the desk too', { timeout: 60_000 }, async () => {
  const folder = scratchFolder()
  const child = startCli(folder, ['call', 'fs.write_file', '{"path":"a.txt","content":"x"}', '--approve', 'desk'])
  const ended = new Promise((resolve) => child.once('close', resolve))
  await answer(folder, await question(folder), 'allow_once')
  expect(await ended).toBe(0)
  expect(isWritten(folder, 'a.txt')).toBe(true)
})
