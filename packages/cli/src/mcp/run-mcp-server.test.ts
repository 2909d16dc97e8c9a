import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { mcpTransport } from '../__fixtures__/mcp-transport.ts'
import { launcher } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { projectFiles } from '../demo/project-files.ts'

/** The official client, behind which somebody answers every question with the given action. */
async function connect(folder: ScratchFolder, action: 'accept' | 'decline', args: readonly string[] = []) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return action === 'accept' ? { action, content: { decision: 'allow_once' } } : { action }
  })
  const transport = mcpTransport(folder, args)
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
  return { client, asked, call }
}

describe('the official MCP client works in a real folder', () => {
  test('it reads, searches, edits and runs the tests of a project, asking its person', async () => {
    const folder = scratchFolder(projectFiles)
    const { client, asked, call } = await connect(folder, 'accept')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['fs__read_file', 'runtime__run_command']))

    expect(await call('fs__search', { query: 'count >' })).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('count > 10') }],
    })
    const runTests = { argv: ['node', '--test'] }
    expect(await call('runtime__run_command', runTests)).toMatchObject({ isError: true })
    const edit = { path: 'src/price.js', edits: [{ old: 'count > 10', new: 'count >= 10' }] }
    expect((await call('fs__edit', edit)).isError ?? false).toBe(false)
    expect((await call('runtime__run_command', runTests)).isError ?? false).toBe(false)
    expect(readFileSync(join(folder.workspace, 'src/price.js'), 'utf8')).toContain('count >= 10')
    expect(asked).toHaveLength(3)
  })

  test('what its person declines is not done, and what lies outside is not even asked about', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    writeFileSync(join(folder.root, 'outside.txt'), 'not yours\n')
    const { asked, call } = await connect(folder, 'decline')
    expect(await call('fs__delete', { path: 'a.txt' })).toMatchObject({ isError: true })
    expect(asked).toHaveLength(1)
    expect(await call('fs__read_file', { path: '../outside.txt' })).toMatchObject({ isError: true })
    expect(asked).toHaveLength(1)
    expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
  })

  test('a client whose model knows other names and parameters works with those', async () => {
    const folder = scratchFolder({ 'a.txt': 'one\ntwo\n' })
    const { client, asked, call } = await connect(folder, 'accept', ['--dialect', 'claude'])
    const { tools } = await client.listTools()
    const edit = tools.find(({ name }) => name === 'Edit')
    expect(edit).toMatchObject({
      inputSchema: { type: 'object', required: ['file_path', 'old_string', 'new_string'] },
      _meta: { 'drawbridge/tool': 'fs.edit' },
    })
    expect(await call('Read', { file_path: 'a.txt' })).toMatchObject({
      content: [{ text: '1\tone\n2\ttwo' }],
    })
    const change = { file_path: 'a.txt', old_string: 'two', new_string: 'three' }
    expect((await call('Edit', change)).isError ?? false).toBe(false)
    expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('one\nthree\n')
    expect(asked).toEqual([expect.stringContaining('fs.edit')])
    expect(await call('Edit', { path: 'a.txt' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('- old_string: expected') }],
    })
  })

  test('with --approve never no one is asked, and every call is recorded once', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    const { client, asked, call } = await connect(folder, 'accept', ['--approve', 'never', '--dialect', 'canonical'])
    expect(await call('fs.delete', { path: 'a.txt' })).toMatchObject({ isError: true })
    expect(await call('fs.read_file', { path: 'a.txt' })).toMatchObject({ content: [{ text: 'hello' }] })
    await client.close()
    expect(asked).toEqual([])
    const ended = recordedEvents(folder.home).filter((event) => 'result' in event)
    expect(ended.map(({ type }) => type)).toEqual(['tool.denied', 'tool.completed'])
  })
})

describe('--print-config', () => {
  test('gives an entry that starts this very command with absolute paths', async () => {
    const folder = scratchFolder()
    const { code, stdout, stderr } = await runHere(folder, ['mcp', '--workspace', '.', '--print-config', 'claude'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Put this into /)
    expect(JSON.parse(stdout)).toEqual({
      mcpServers: {
        drawbridge: {
          command: process.execPath,
          args: [launcher, 'mcp', '--workspace', folder.workspace, '--client', 'claude'],
        },
      },
    })
  })

  test('keeps the paths that no call may touch', async () => {
    const { stdout } = await runHere(scratchFolder(), ['mcp', '--deny', 'a', '--deny', 'b', '--print-config', 'claude'])
    expect(JSON.parse(stdout).mcpServers.drawbridge.args.slice(-6, -2)).toEqual(['--deny', 'a', '--deny', 'b'])
  })

  test('names the client so that records tell it apart, unless the entry is for any client', async () => {
    const print = async (...args: string[]) =>
      JSON.parse((await runHere(scratchFolder(), ['mcp', '--print-config', ...args])).stdout).mcpServers.drawbridge.args
    expect((await print('cursor')).slice(-2)).toEqual(['--client', 'cursor'])
    expect((await print('cursor', '--client', 'laptop')).slice(-2)).toEqual(['--client', 'laptop'])
    expect(await print('generic')).not.toContain('--client')
  })

  test.each([
    [['--http', '--client', 'cursor'], 'Over HTTP the token names the client'],
    [['--client', ' '], 'is not a name'],
  ])('and serving refuse %j, which says why', async (args, message) => {
    expect(await runHere(scratchFolder(), ['mcp', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    })
  })

  test('of a client that it does not know names those that it does', async () => {
    const { code, stderr } = await runHere(scratchFolder(), ['mcp', '--print-config', 'cluade'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/Did you mean "claude".*vscode/)
  })
})

test('a running server follows its configuration: a tool that is denied leaves its list and is refused', async () => {
  const folder = scratchFolder(projectFiles)
  const { client, call } = await connect(folder, 'decline')
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  expect(await names()).toContain('fs__search')
  const configure = (text: string) => writeFileSync(join(folder.home, 'drawbridge.jsonc'), text)
  configure('{"tools": {"deny": ["fs.search"]}}')
  await vi.waitFor(async () => expect(await names()).not.toContain('fs__search'), 20_000)
  expect(await call('fs__search', { query: 'count' })).toMatchObject({ isError: true })
  configure('{"tools": {"denny": []}}')
  // Time enough to read it, if it were not refused.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await names()).not.toContain('fs__search')
  configure('{}')
  await vi.waitFor(async () => expect(await names()).toContain('fs__search'), 20_000)
})

test('a model asks the person behind its client, and reads the answer', async () => {
  const folder = scratchFolder()
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer_1: 'PostgreSQL' } }))
  const transport = mcpTransport(folder)
  await client.connect(transport)
  onTestFinished(() => client.close())
  const question = { question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }
  const result = await client.callTool({ name: 'ask__user', arguments: { questions: [question] } })
  expect(result.content).toMatchObject([
    { type: 'text', text: 'The person answered.\n1. Which database?\n   Chosen: PostgreSQL' },
  ])
}, 60_000)
