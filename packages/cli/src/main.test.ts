import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { describeWithProgram } from '../../../scripts/test-support/describe-with.ts'
import { recordedEvents } from '../../../scripts/test-support/recorded-events.ts'
import { appears } from './__fixtures__/read-record.ts'
import { launcher, runCli, startCli } from './__fixtures__/run-cli.ts'
import { scratchFolder } from './__fixtures__/scratch-folder.ts'

describe('the help', () => {
  test('lists the commands, and shows the options of one with examples', async () => {
    const folder = scratchFolder()
    const { code, stdout } = await runCli(folder, ['--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}call .*^ {2}tools .*^ {2}doctor .*/ms)
    const call = await runCli(folder, ['call', '--help'])
    expect(call.stdout).toContain('drawbridge call fs.read_file')
    expect(call.stdout).toContain('Exit code: 0 ok, 1 failed, 2 usage, 3 denied, 4 cancelled')
    expect(await runCli(folder, ['help'])).toMatchObject({ code: 0, stdout })
    expect(await runCli(folder, ['help', 'call'])).toMatchObject({ code: 0, stdout: call.stdout })
  })

  test('is what a command line without a command gets, as a mistake', async () => {
    expect(await runCli(scratchFolder(), [])).toMatchObject({ code: 2, stdout: '' })
  })
})

test('the MCP server loads none of the sixty languages of zod but English', async () => {
  const nodeOptions = ['--import', join(import.meta.dirname, '__fixtures__/list-modules.ts')]
  const { stderr } = await runCli(scratchFolder(), ['mcp'], { nodeOptions })
  const languages = stderr.split('\n').filter((url) => url.includes('/zod/v4/locales/'))
  expect(languages.map((url) => url.split('/').at(-1))).toEqual(['en.js'])
})

/** Each costs a start from sources about half a millisecond. */
const mostModules = 500

test('a call on a file tool loads no code for MCP, models, web, databases or sandboxes', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const nodeOptions = ['--import', join(import.meta.dirname, '__fixtures__/list-modules.ts')]
  const { stderr } = await runCli(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'], { nodeOptions })
  const modules = stderr.trimEnd().split('\n')
  expect(modules.filter((url) => url.includes('/packages/sdk/'))).not.toEqual([])
  const needless =
    /@opentelemetry|core\/src\/telemetry\/|\/packages\/(net|gateway|dashboard|adapters)\/|\/mcp\/src\/(?!room)|modelcontextprotocol|tree-sitter|code-map\/src\/(?!index|room)|agents\/src\/(?!room)|\/zod\/|\/unbash\/|\/diff\/|\/ai\/|@ai-sdk|sqlite|\/pg\/|kysely|hono|undici|htmlparser2|linkedom|readability|unpdf|node:https?$|sandbox\/src\/(machine|bubblewrap|docker|network)\/|sdk\/src\/sandbox\/(?!sandbox-plan|narrowest|lazy-containment)|store\/src\/(database|authority|grant|limit)\/|cli\/src\/(demo|doctor|mcp|approvals)\/(?!\w+(?:-\w+)*-capability\.ts$)/
  expect(modules.filter((url) => needless.test(url))).toEqual([])
  expect(modules.length).toBeLessThanOrEqual(mostModules)
})

test('a reader that closes the output early is not an error', async () => {
  const child = startCli(scratchFolder(), ['tools', '--json'])
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
})

test.runIf(existsSync('/dev/full'))('output that cannot be written is an error, not a success', () => {
  const command = `exec '${process.execPath}' '${launcher}' tools > /dev/full`
  const { workspace, home } = scratchFolder()
  const env = { ...process.env, DRAWBRIDGE_HOME: home }
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: workspace, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('could not be written') })
})

test('an interrupt while the arguments are awaited makes no call', async () => {
  const folder = scratchFolder()
  const child = startCli(folder, ['call', 'fs.read_file', '-'])
  // It has made its data folder, so it listens to interrupts by now.
  await appears(folder.home)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(4)
  expect(recordedEvents(folder.home).filter((event) => 'toolCallId' in event)).toEqual([])
})

test('a second interrupt does not wait for anything, and leaves no program behind', async () => {
  const stubborn = `
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {})
    setInterval(() => {}, 1000)
    require('node:fs').writeFileSync('ready', String(process.pid))`
  const folder = scratchFolder({ 'wait.cjs': stubborn })
  const command = JSON.stringify({ argv: ['node', 'wait.cjs'] })
  const child = startCli(folder, ['call', 'runtime.run_command', command, '--approve', 'always'])
  await appears(join(folder.workspace, 'ready'))
  // Two signals at once may count as one.
  const impatience = setInterval(() => child.kill('SIGINT'), 100)
  const [code] = await once(child, 'exit')
  clearInterval(impatience)
  expect(code).toBe(130)
  const pid = Number(readFileSync(join(folder.workspace, 'ready'), 'utf8'))
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 20_000)
})

describeWithProgram('script', 'it gives a command a terminal', (script) => {
  /** Runs a command line in a terminal, pressing the keys once the question has been asked. */
  async function answer(folder: ReturnType<typeof scratchFolder>, commandLine: string, keys: string) {
    const env = { ...process.env, DRAWBRIDGE_HOME: folder.home, NO_COLOR: '1' }
    const child = spawn(script, ['-qec', commandLine, '/dev/null'], { cwd: folder.workspace, env })
    let shown = ''
    let isAsked = false
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text
      if (isAsked || !shown.includes('\n> ')) return
      isAsked = true
      setTimeout(() => child.stdin.write(keys), 200)
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, shown }
  }

  const drawbridge = `'${process.execPath}' '${launcher}'`
  const write = `{"path":"new.txt","content":"hello"}`

  test('a person at the terminal says yes', async () => {
    const folder = scratchFolder()
    const { code, shown } = await answer(folder, `${drawbridge} call fs.write_file '${write}' --json`, 'y')
    expect(code).toBe(0)
    expect(shown).toContain('+hello')
    expect(existsSync(join(folder.workspace, 'new.txt'))).toBe(true)
  })

  test('a person answers at the terminal although standard input carries the calls', async () => {
    const folder = scratchFolder()
    const line = `{"tool":"fs.write_file","arguments":${write}}`
    const { code, shown } = await answer(folder, `echo '${line}' | ${drawbridge} call --jsonl`, 'q')
    expect(code).toBe(4)
    expect(shown).toContain('The run is ended.')
    expect(existsSync(join(folder.workspace, 'new.txt'))).toBe(false)
  })
})
