import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getActiveResourcesInfo } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessRequest, ProcessResult } from '@drawbridge/core/machine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

type Options = Partial<Omit<ProcessRequest, 'argv'>>

async function run(argv: readonly string[], options: Options = {}, place: Scene = scene): Promise<ProcessResult> {
  const processes = await place.processes({ kind: 'command', argv })
  return processes.run({ argv, cwd: place.workspace, timeoutMs: 10_000, ...options })
}

/** Runs a line of a test's own with the system's shell, which stands for any program that starts others. */
const shell = (line: string, options?: Options) => run(['sh', '-c', line], options)
const script = (source: string, options?: Options) => run(['node', '-e', source], options)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

async function pidIn(file: string): Promise<number> {
  const path = join(scene.workspace, file)
  for (let tries = 0; tries < 200 && !existsSync(path); tries += 1) await wait(10)
  return Number(readFileSync(path, 'utf8'))
}

describe('a program', () => {
  test('runs without a shell in its folder, and its exit code, output and errors come back', async () => {
    const result = await script('console.log(process.argv[1], process.cwd()); console.error("bad"); process.exit(3)')
    expect(result.end).toEqual({ kind: 'exited', exitCode: 3 })
    expect(text(result.stdout.head)).toBe(`undefined ${scene.workspace}\n`)
    expect(text(result.stderr.head)).toBe('bad\n')
    expect(result.survivors).toEqual([])
    expect(text((await run(['echo', '$HOME `id` ; *'])).stdout.head)).toBe('$HOME `id` ; *\n')
  })

  test('that a signal ends says which', async () => {
    expect((await shell('kill -9 $$')).end).toEqual({ kind: 'killed', signal: 'SIGKILL' })
  })

  test('reads what it is given and then the end of its input, or the end at once', async () => {
    expect(text((await run(['cat'], { stdin: Buffer.from('hello') })).stdout.head)).toBe('hello')
    expect((await run(['cat'])).end).toEqual({ kind: 'exited', exitCode: 0 })
  })

  test('may leave its input unread', async () => {
    expect((await run(['true'], { stdin: Buffer.alloc(4_000_000) })).end).toEqual({ kind: 'exited', exitCode: 0 })
  })

  test('gets a minimal environment, what the call adds, and no secrets', async () => {
    const secret = ['ghp', 'x'.repeat(30)].join('_')
    const environment = { ...process.env, MY_API_TOKEN: secret, EDITOR: 'vi', TERM: 'xterm', LC_ALL: 'C' }
    using own = createScene({ environment, passEnvironment: ['MY_API_TOKEN', 'EDITOR'] })
    const result = await run(['env'], { environment: { EXTRA: '1' } }, own)
    const lines = text(result.stdout.head).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining(['CI=true', 'PAGER=cat', 'GIT_TERMINAL_PROMPT=0', 'EDITOR=vi', 'LC_ALL=C', 'EXTRA=1']),
    )
    expect(text(result.stdout.head)).not.toContain(secret)
  })

  test('shows its output while it runs', async () => {
    const seen: string[] = []
    await shell('echo one; echo two >&2', { onOutput: (stream, chunk) => seen.push(`${stream} ${text(chunk)}`) })
    expect(seen.sort()).toEqual(['stderr two\n', 'stdout one\n'])
  })

  test('may print any bytes', async () => {
    const { stdout } = await script('process.stdout.write(Buffer.from([0, 255, 254, 10, 0]))')
    expect([...stdout.head]).toEqual([0, 255, 254, 10, 0])
  })

  test('may print without end: head and tail are kept, all is counted, memory stays', async () => {
    const before = process.memoryUsage().rss
    const result = await shell('yes 0123456 | head -c 300000000; printf END', { timeoutMs: 60_000 })
    expect(result.stdout.totalBytes).toBe(300_000_003)
    expect(result.stdout.head.length + result.stdout.tail.length).toBe(1024 * 1024)
    expect(text(result.stdout.head.subarray(0, 8))).toBe('0123456\n')
    expect(text(result.stdout.tail.subarray(-3))).toBe('END')
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  }, 60_000)
})

describe('a program is not started', () => {
  test.each([
    [['no-such-program-anywhere'], 'command_not_found', 'search path'],
    [['./missing'], 'command_not_found', 'The file does not exist'],
  ] as const)('%j: %s', async (argv, code, says) => {
    expect(await faultOf(run(argv))).toMatchObject({ code, message: expect.stringContaining(says) })
  })

  test('with arguments longer than the system takes', async () => {
    expect(await faultOf(run(['echo', 'x'.repeat(300_000)]))).toMatchObject({ code: 'invalid_target' })
  })

  test('in a folder that is gone', async () => {
    const processes = await scene.processes({ kind: 'command', argv: ['true'], cwd: 'gone' })
    const cwd = join(scene.workspace, 'gone')
    expect(await faultOf(processes.run({ argv: ['true'], cwd, timeoutMs: 1000 }))).toMatchObject({
      code: 'file_not_found',
    })
  })

  test('in a folder that was replaced since it was checked', async () => {
    const cwd = scene.folder('workspace/sub')
    const processes = await scene.processes({ kind: 'command', argv: ['ls'], cwd: 'sub' })
    renameSync(cwd, join(scene.root, 'aside'))
    symlinkSync(scene.outside, cwd)
    const fault = await faultOf(processes.run({ argv: ['ls'], cwd, timeoutMs: 1000 }))
    expect(['stale_file', 'file_not_found']).toContain(fault.code)
  })

  test('other than declared: another argument, folder or program of the same name', async () => {
    const link = join(scene.workspace, 'tool')
    symlinkSync('/bin/true', link)
    const processes = await scene.processes({ kind: 'command', argv: ['./tool', 'a'] })
    const request = { cwd: scene.workspace, timeoutMs: 1000 }
    for (const argv of [['./tool', 'b'], ['./tool'], ['sh']]) {
      expect(await faultOf(processes.run({ argv, ...request }))).toMatchObject({ code: 'invalid_target' })
    }
    expect(await faultOf(processes.run({ argv: ['./tool', 'a'], timeoutMs: 1000, cwd: scene.outside }))).toMatchObject({
      code: 'invalid_target',
    })
    execFileSync('ln', ['-sfn', '/bin/ls', link])
    expect(await faultOf(processes.run({ argv: ['./tool', 'a'], ...request }))).toMatchObject({ code: 'stale_file' })
  })

  test('once its call is aborted', async () => {
    const signal = AbortSignal.abort()
    expect((await script('require("fs").writeFileSync("ran", "")', { signal })).end).toEqual({ kind: 'aborted' })
    expect(existsSync(join(scene.workspace, 'ran'))).toBe(false)
  })
})

describe('a program that does not end', () => {
  /** Aborts the run as soon as the program says that it is ready. */
  const untilReady = async (line: string): Promise<ProcessResult> => {
    const abort = new AbortController()
    const onOutput = (_: string, chunk: Uint8Array) => {
      if (text(chunk).includes('ready')) abort.abort()
    }
    return shell(line, { signal: abort.signal, onOutput, timeoutMs: 60_000 })
  }

  test('is ended at its time limit, and what it printed stays', async () => {
    const result = await shell('echo started; sleep 60', { timeoutMs: 1500 })
    expect(result.end).toEqual({ kind: 'timed_out', timeoutMs: 1500 })
    expect(text(result.stdout.head)).toBe('started\n')
  })

  test('is ended by an abort', async () => {
    const result = await untilReady('echo $$ > pid; echo ready; sleep 60')
    expect(result.end).toEqual({ kind: 'aborted' })
    expect(isAlive(await pidIn('pid'))).toBe(false)
  })

  test('is asked to first, as by Control-C', async () => {
    const result = await untilReady('trap "echo tidied up; exit 0" INT; echo ready; while :; do sleep 0.05; done')
    expect(result.end.kind).toBe('aborted')
    expect(text(result.stdout.head)).toBe('ready\ntidied up\n')
  })

  test('is killed with its children if it ignores every signal', async () => {
    const child = 'trap "" INT TERM; echo $$ > child; echo ready; while :; do sleep 1; done'
    scene.file('workspace/child.sh', child)
    const result = await untilReady('trap "" INT TERM; echo $$ > pid; sh child.sh & while :; do sleep 1; done')
    expect(isAlive(await pidIn('pid'))).toBe(false)
    expect(isAlive(await pidIn('child'))).toBe(false)
    expect(result.survivors).toEqual([])
  })

  test('cannot outrun its end by forking', async () => {
    scene.file('workspace/child.sh', 'trap "" INT TERM; sleep 30')
    const fork = 'n=0; while [ $n -lt 40 ]; do n=$((n+1)); sh child.sh & done'
    const result = await untilReady(`trap "" INT TERM; ${fork}; echo ready; ${fork}; wait`)
    expect(result.end.kind).toBe('aborted')
    expect(result.survivors).toEqual([])
  })
})

describe('what a program leaves behind', () => {
  test('does not keep its call waiting, is named and is ended', async () => {
    const result = await shell('sleep 60 & echo $! > pid; echo done')
    expect(result.end).toEqual({ kind: 'exited', exitCode: 0 })
    expect(text(result.stdout.head)).toBe('done\n')
    const pid = await pidIn('pid')
    expect(result.survivors).toEqual([{ pid, killed: true }])
    expect(isAlive(pid)).toBe(false)
  })

  test('is found when it left group and session', async () => {
    scene.file('workspace/daemon.sh', 'trap "" TERM INT HUP; echo $$ > pid; while :; do sleep 1; done')
    const started = 'while [ ! -s pid ]; do sleep 0.02; done'
    const result = await shell(`setsid sh daemon.sh > /dev/null 2>&1 & ${started}`)
    const pid = await pidIn('pid')
    expect(result.survivors).toContainEqual({ pid, killed: true })
    expect(isAlive(pid)).toBe(false)
  })

  test('is nothing in this process: no pipe and no child', async () => {
    const held = () => getActiveResourcesInfo().filter((kind) => /Pipe|Process/.test(kind)).length
    const before = held()
    await shell('sleep 60 & echo done')
    await shell('sleep 60', { timeoutMs: 100 })
    await expect.poll(held).toBeLessThanOrEqual(before)
  })
})

describe('the lines of a helper program', () => {
  const lines = async (argv: readonly string[], options: { maxLineBytes?: number; timeoutMs?: number } = {}) => {
    const processes = await scene.processes()
    return processes.readHelperLines({ argv, cwd: scene.workspace, timeoutMs: 5000, maxLineBytes: 1000, ...options })
  }

  test('come one by one, and its exit code and errors after them', async () => {
    const reader = await lines(['sh', '-c', 'printf "one\\n\\ntwo"; echo oops >&2; exit 2'])
    expect(await Array.fromAsync(reader)).toEqual(['one', '', 'two'])
    expect(await reader.exit).toEqual({ exitCode: 2, stderr: 'oops\n' })
  })

  test('are cut where they are too long', async () => {
    expect(await Array.fromAsync(await lines(['printf', 'abcdef\\nxy\\n'], { maxLineBytes: 3 }))).toEqual(['abc', 'xy'])
  })

  test('end the program when the loop is left', async () => {
    const reader = await lines(['sh', '-c', 'echo $$; yes'])
    let pid = 0
    for await (const line of reader) {
      pid = Number(line)
      break
    }
    expect(pid).toBeGreaterThan(0)
    expect(isAlive(pid)).toBe(false)
    expect(await reader.exit).toMatchObject({ stderr: expect.any(String) })
  })

  test('end with a fault at the time limit and at an abort', async () => {
    expect(await faultOf(Array.fromAsync(await lines(['sleep', '60'], { timeoutMs: 100 })))).toMatchObject({
      code: 'timeout',
    })
    const abort = new AbortController()
    using aborted = createScene({ signal: abort.signal })
    const processes = await aborted.processes()
    const reader = processes.readHelperLines({
      argv: ['sleep', '60'],
      cwd: aborted.workspace,
      timeoutMs: 9000,
      maxLineBytes: 10,
    })
    const read = faultOf(Array.fromAsync(reader))
    abort.abort()
    expect(await read).toMatchObject({ code: 'aborted' })
  })

  test('of a program that cannot start end with its fault, in the loop and in its exit', async () => {
    const reader = await lines(['echo', 'x'.repeat(300_000)])
    expect(await faultOf(Array.fromAsync(reader))).toMatchObject({ code: 'invalid_target' })
    expect(await faultOf(reader.exit)).toMatchObject({ code: 'invalid_target' })
  })

  test('of a program that is not there end with command_not_found', async () => {
    const processes = await scene.processes()
    const request = { argv: ['no-such-program'], cwd: scene.workspace, timeoutMs: 100, maxLineBytes: 10 }
    expect(() => processes.readHelperLines(request)).toThrow(/not found/)
  })
})
