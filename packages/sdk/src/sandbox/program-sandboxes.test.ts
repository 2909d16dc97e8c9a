import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath, kill } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { ProgramSandbox } from '@drawbridge/room'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-programs-')))
  for (const folder of ['home', 'data', 'shared']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'data', 'a.txt'), 'from data')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Starts a shell in a sandbox, and returns what it said. */
async function say(line: string, sandbox: ProgramSandbox | undefined, options: Partial<DrawbridgeOptions> = {}) {
  await using drawbridge = await createDrawbridge({
    workspace: root,
    home: join(root, 'home'),
    useConfig: false,
    record: 'off',
    ...options,
  })
  const output: Uint8Array[] = []
  const collect = (chunk: Uint8Array) => void output.push(chunk)
  const program = await drawbridge.house.startSpeaking({
    name: 'teller',
    argv: ['sh', '-c', line],
    onOutput: collect,
    onErrors: collect,
    ...(sandbox === undefined ? {} : { sandbox }),
  })
  await program.ended
  await program.stop()
  return Buffer.concat(output).toString()
}

/** The processes that have this in their environment. */
function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}

describeWithProgram('bwrap', 'it builds the sandbox', () => {
  test('a program in a sandbox sees nothing of the data folder but a folder of its own, which it finds again', async () => {
    writeFileSync(join(root, 'home', 'secret'), 'tell-nobody')
    expect(await say(`cat ${root}/home/secret; pwd; echo kept > note`, {})).not.toContain('tell-nobody')
    expect(await say('cat note; ls ..', {})).toMatch(/^kept\n(?!.*secret)/)
    expect(readFileSync(join(root, 'home', 'programs', 'teller', 'note'), 'utf8')).toBe('kept\n')
  })

  test('it reads and writes what it was given, and nothing else', async () => {
    const given = { read: [join(root, 'data')], write: [join(root, 'shared')] }
    const said = await say(
      `cat ${root}/data/a.txt; echo x > ${root}/data/b; echo y > ${root}/shared/c; ls ${root}/data`,
      given,
    )
    expect(said).toMatch(/^from data/)
    expect(said).toMatch(/a\.txt\n$/)
    expect(readFileSync(join(root, 'shared', 'c'), 'utf8')).toBe('y\n')
  })

  test('it has no network, unless it was given one', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const line = `node -e 'require("net").connect(${port},"127.0.0.1").on("data",d=>console.log(String(d))).on("error",()=>console.log("refused"))'`
    try {
      expect(await say(line, {})).toContain('refused')
      expect(await say(line, { network: 'host' })).toContain('reached')
    } finally {
      server.close()
    }
  })

  test('it runs in a sandbox if the operator says so of all calls, though it names none', async () => {
    writeFileSync(join(root, 'home', 'secret'), 'tell-nobody')
    const all = { sandbox: { section: { mode: 'all' } } } as const
    expect(await say(`cat ${root}/home/secret`, undefined)).toContain('tell-nobody')
    expect(await say(`cat ${root}/home/secret`, undefined, all)).not.toContain('tell-nobody')
  })

  test('no program survives SIGKILL of ours, in a sandbox or not', async () => {
    const mark = randomUUID()
    const file = fileURLToPath(new URL('./__fixtures__/hold-programs.ts', import.meta.url))
    const parent = spawn(execPath, [file, join(root, 'home'), root, mark], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(parent.stdout, 'data')
    // A shell and its child each.
    expect(marked(mark).length).toBeGreaterThanOrEqual(4)
    const gone = once(parent, 'exit')
    kill(parent.pid ?? Number.NaN, 'SIGKILL')
    await gone
    await vi.waitFor(() => expect(marked(mark)).toEqual([]), { timeout: 20_000 })
  }, 60_000)

  test.each([
    ['the data folder', () => ({ read: [join(root, 'home')] })],
    ['a folder that contains it', () => ({ write: [root] })],
    ['a folder that does not exist', () => ({ read: [join(root, 'gone')] })],
  ])('%s is not shown to it: it does not start', async (_what, sandbox) => {
    await expect(say('true', sandbox())).rejects.toMatchObject({ code: 'invalid_option' })
  })
})
