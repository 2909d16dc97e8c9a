import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRegistry, defineTool, openRun } from '@drawbridge/core'
import type { PreToolUseHook } from '@drawbridge/core/hook'
import { strictSchema } from '@drawbridge/core/schema'
import { createScrubber } from '@drawbridge/core/scrub'
import { testPrincipal } from '@drawbridge/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandHookOptions, createCommandHook } from './create-command-hook.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-hook-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const token = ['ghp', 'x9Kq2mWv7Rt4Ls8Zb1Nc6Yd3Hf5Jg0Pa2UeW'].join('_')
const facts = {
  tool: 'demo.read',
  groups: ['demo'],
  tags: new Set(['readonly']),
  permission: 'readonly',
  risk: 'safe',
  input: { note: `token ${token}` },
  targets: [],
  principal: testPrincipal,
} as const
const never = new AbortController().signal

/** A hook whose program is this script. */
function hookOf(script: string, options: Partial<CommandHookOptions> = {}) {
  return createCommandHook({
    name: 'guard',
    argv: [process.execPath, '-e', script],
    cwd: folder,
    scrubber: createScrubber(),
    ...options,
  })
}

const printing = (answer: unknown) => `console.log(${JSON.stringify(JSON.stringify(answer))})`

describe('a gating command', () => {
  test.each([
    ['exit code 0 and silence', '', { verdict: 'allow' }],
    ['a verdict on its output', printing({ verdict: 'ask', reason: 'big' }), { verdict: 'ask', reason: 'big' }],
    ['a rewrite', printing({ verdict: 'rewrite', input: { note: 'x' } }), { verdict: 'rewrite', input: { note: 'x' } }],
    ['exit code 2', 'console.error("not on Friday"); process.exit(2)', { verdict: 'deny', reason: 'not on Friday' }],
    [
      'exit code 2, whatever its output says',
      `${printing({ verdict: 'allow' })}; process.exitCode = 2`,
      { verdict: 'deny', reason: 'it gave no reason' },
    ],
  ])('says by %s', async (_how, script, verdict) => {
    expect(await hookOf(script).preToolUse.run(facts, never)).toEqual(verdict)
  })

  test.each([
    ['fails', 'process.exit(1)'],
    ['crashes', 'throw new Error("broken")'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")'],
    ['prints garbage', 'console.log("yes, go on")'],
    ['prints half of an answer', `process.stdout.write('{"verdict":"allow"')`],
    ['prints an unknown verdict', printing({ verdict: 'allowed' })],
    ['prints what is not text', 'process.stdout.write(Buffer.from([0xff, 0xfe]))'],
    ['prints without end', 'process.stdout.write("x".repeat(400_000))'],
    ['hangs', 'setInterval(() => undefined, 1000)'],
    ['does not exist', undefined],
  ])('that %s denies the call', async (_what, script) => {
    const options = { timeoutMs: 1_500, ...(script === undefined ? { argv: ['no-such-program'] as const } : {}) }
    const outcome = await callUnder(hookOf(script ?? '', options).preToolUse)
    expect(outcome).toMatchObject({ status: 'denied', code: 'denied_by_hook' })
  })

  test('that denies gives the model its reason', async () => {
    const { preToolUse } = hookOf('console.error("read the rules first"); process.exit(2)')
    expect(await callUnder(preToolUse)).toMatchObject({
      message: 'The hook "guard" refused the call: read the rules first',
    })
  })

  test('leaves no process behind when it is out of time', async () => {
    const pidFile = join(folder, 'pid')
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'])
      require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
      setInterval(() => 0, 1000)`
    await expect(hookOf(script, { timeoutMs: 1_500 }).preToolUse.run(facts, never)).rejects.toThrow('1500 ms')
    const pid = Number(readFileSync(pidFile, 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('is stopped with its call', async () => {
    const controller = new AbortController()
    const running = hookOf('setInterval(() => 0, 1000)').preToolUse.run(facts, controller.signal)
    await wait(50)
    controller.abort()
    await expect(running).rejects.toThrow('stopped before it answered')
  })
})

describe('what a command reads', () => {
  const echo = (path: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(path)}, require('node:fs').readFileSync(0, 'utf8'))`

  test('is the event with the scrubbed call, unless the operator wants it raw', async () => {
    const path = join(folder, 'input.json')
    await hookOf(echo(path)).preToolUse.run(facts, never)
    const text = readFileSync(path, 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      event: 'PreToolUse',
      call: { tool: 'demo.read', tags: ['readonly'], input: { note: 'token [REDACTED]' } },
    })
    await hookOf(echo(path), { scrubber: 'raw' }).preToolUse.run(facts, never)
    expect(readFileSync(path, 'utf8')).toContain(token)
  })

  test('are not secrets of the environment', async () => {
    const path = join(folder, 'environment.json')
    const script = `require('node:fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify(process.env))`
    const environment = { PATH: process.env.PATH, API_TOKEN: token, LANG: 'C' }
    await hookOf(script, { environment }).preToolUse.run(facts, never)
    const seen = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    expect(Object.hasOwn(seen, 'API_TOKEN')).toBe(false)
    expect(seen.LANG).toBe('C')
  })
})

describe('an observing command', () => {
  const result = { isError: false, content: [] }

  test('may add a text, or nothing', async () => {
    expect(await hookOf(printing({ text: 'formatted' })).postToolUse.run(facts, result, never)).toBe('formatted')
    expect(await hookOf('').postToolUse.run(facts, result, never)).toBeUndefined()
  })

  test('fails for itself alone by exit code 2 and by garbage', async () => {
    await expect(hookOf('process.exit(2)').postToolUse.run(facts, result, never)).rejects.toThrow('exit code 2')
    await expect(hookOf('console.log(1)').sessionStart.run(testPrincipal, never)).rejects.toThrow(
      'did not return a JSON object',
    )
  })

  test('hears of the start of a session', async () => {
    const path = join(folder, 'started')
    await hookOf(
      `require('node:fs').writeFileSync(${JSON.stringify(path)}, require('node:fs').readFileSync(0))`,
    ).sessionStart.run(testPrincipal, never)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ event: 'SessionStart', principal: testPrincipal })
  })
})

async function callUnder(hook: PreToolUseHook) {
  const registry = createRegistry()
  registry.register(
    defineTool({
      name: 'demo.read',
      description: 'Reads.',
      input: await strictSchema({ type: 'object', properties: {}, additionalProperties: false }),
      permission: 'readonly',
      execute: () => 'read',
    }),
  )
  return await openRun({ registry, principal: testPrincipal, hooks: { preToolUse: [hook] } }).call({
    name: 'demo.read',
    arguments: {},
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
