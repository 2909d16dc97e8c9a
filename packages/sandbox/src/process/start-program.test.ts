import { getActiveResourcesInfo } from 'node:process'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
let started: BackgroundProcess[]
beforeEach(() => {
  scene = createScene()
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((process) => process.stop()))
  scene[Symbol.dispose]()
})

async function start(line: string, options: { timeoutMs?: number; keptOutputBytes?: number } = {}) {
  const processes = await scene.processes({ kind: 'shell', command: line })
  const process = await processes.start({ line, cwd: scene.workspace, ...options })
  started.push(process)
  return process
}

const text = (process: BackgroundProcess, from = 0) => Buffer.from(process.read(from).bytes).toString()

async function until(process: BackgroundProcess, wanted: string): Promise<void> {
  while (!text(process).includes(wanted) && process.outcome() === undefined) await process.nextOutput()
  expect(text(process)).toContain(wanted)
}

describe('a process in the background', () => {
  test('goes on after its call was aborted, and its end is known', async () => {
    const abort = new AbortController()
    using own = createScene({ signal: abort.signal })
    const processes = await own.processes({ kind: 'shell', command: 'read a; echo "a=$a"' })
    const process = await processes.start({ line: 'read a; echo "a=$a"', cwd: own.workspace })
    abort.abort()
    expect(process.outcome()).toBeUndefined()
    expect(process.write(Buffer.from('1\n'))).toBe('accepted')
    expect(await process.ended).toMatchObject({ end: { kind: 'exited', exitCode: 0 }, survivors: [] })
    expect(text(process)).toBe('a=1\n')
    expect(process.write(Buffer.from('2\n'))).toBe('closed')
  })

  test('is not started where its call was aborted before', async () => {
    using aborted = createScene({ signal: AbortSignal.abort() })
    const processes = await aborted.processes({ kind: 'shell', command: 'true' })
    await expect(processes.start({ line: 'true', cwd: aborted.workspace })).rejects.toThrow()
  })

  test('keeps the last of its output, and counts all', async () => {
    const process = await start('yes 0123456 | head -c 1000000; printf END', { keptOutputBytes: 100 })
    await process.ended
    const { bytes, from, totalBytes } = process.read(0)
    expect({ length: bytes.length, from, totalBytes }).toEqual({ length: 100, from: 999_903, totalBytes: 1_000_003 })
    expect(text(process)).toMatch(/END$/)
    expect(text(process, 1_000_000)).toBe('END')
    expect(process.read(2_000_000)).toMatchObject({ from: 1_000_003, bytes: { length: 0 } })
  })

  test('is stopped with all it started, though all ignore it', async () => {
    const process = await start('trap "" INT TERM; sh -c "trap \\"\\" INT TERM; echo child \\$\\$.; sleep 60" & wait')
    await until(process, 'child')
    const child = Number(/child (\d+)\./.exec(text(process))?.[1])
    expect(isAlive(child)).toBe(true)
    expect((await process.stop()).end).toEqual({ kind: 'aborted' })
    expect([isAlive(child), isAlive(process.pid)]).toEqual([false, false])
  })

  test('has a time of its own', async () => {
    const process = await start('sleep 60', { timeoutMs: 200 })
    expect((await process.ended).end).toEqual({ kind: 'timed_out', timeoutMs: 200 })
  })

  test('takes signals as a whole group', async () => {
    const process = await start('trap "echo caught; exit 5" INT; echo ready; while :; do sleep 0.05; done')
    await until(process, 'ready')
    process.signal('SIGINT')
    expect((await process.ended).end).toEqual({ kind: 'exited', exitCode: 5 })
    expect(text(process)).toContain('caught')
  })

  test('that reads nothing is not fed without end', async () => {
    const process = await start('sleep 60')
    const piece = Buffer.alloc(600_000)
    const taken = Array.from({ length: 6 }, () => process.write(piece))
    expect(taken[0]).toBe('accepted')
    expect(taken.at(-1)).toBe('full')
  })

  test('leaves nothing in this process', async () => {
    const held = () => getActiveResourcesInfo().filter((kind) => /Pipe|Process/.test(kind)).length
    const before = held()
    await (await start('echo done')).ended
    await (await start('sleep 60')).stop()
    await expect.poll(held).toBeLessThanOrEqual(before)
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(1)
  })
})

describe('a line', () => {
  test('runs only as it was declared, where it was declared', async () => {
    const processes = await scene.processes({ kind: 'shell', command: 'echo one; echo two' })
    const cwd = scene.workspace
    for (const other of [{ line: 'echo one' }, { line: 'echo one; echo two ' }, { argv: ['echo', 'one'] }]) {
      expect(await faultOf(processes.run({ ...other, cwd, timeoutMs: 1000 }))).toMatchObject({ code: 'invalid_target' })
      expect(await faultOf(processes.start({ ...other, cwd }))).toMatchObject({ code: 'invalid_target' })
    }
    const elsewhere = { line: 'echo one; echo two', cwd: scene.outside, timeoutMs: 1000 }
    expect(await faultOf(processes.run(elsewhere))).toMatchObject({ code: 'invalid_target' })
    const result = await processes.run({ line: 'echo one; echo two', cwd, timeoutMs: 5000 })
    expect(Buffer.from(result.stdout.head).toString()).toBe('one\ntwo\n')
  })

  test('that is one command runs as no argv, and an argv as no line', async () => {
    const processes = await scene.processes({ kind: 'command', argv: ['echo', '$HOME'] })
    const cwd = scene.workspace
    expect(await faultOf(processes.run({ line: 'echo $HOME', cwd, timeoutMs: 1000 }))).toMatchObject({
      code: 'invalid_target',
    })
  })
})

describe('output that is taken slowly', () => {
  test('arrives in full, one piece at a time', async () => {
    const line = 'yes 0123456 | head -c 2000000'
    const processes = await scene.processes({ kind: 'shell', command: line })
    let taken = 0
    let atOnce = 0
    let most = 0
    const result = await processes.run({
      line,
      cwd: scene.workspace,
      timeoutMs: 20_000,
      onOutput: async (_, chunk) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await new Promise((resolve) => setTimeout(resolve, 5))
        taken += chunk.length
        atOnce -= 1
        if (taken % 2 === 1) throw new Error('the taker has troubles of its own')
      },
    })
    expect(result.stdout.totalBytes).toBe(2_000_000)
    expect(taken).toBe(2_000_000)
    expect(most).toBe(1)
  })
})
