import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { expect, onTestFinished, test } from 'vitest'
import { type CommandJudgement, commandJudge } from './command-judge.ts'

const { signal } = new AbortController()

const judge = (script: string, timeoutMs = 10_000) => judgeWith([process.execPath, '-e', script], { timeoutMs })

const judgeWith = (
  command: readonly [string, ...string[]],
  { timeoutMs = 10_000, ...own }: Partial<CommandJudgement> = {},
) =>
  commandJudge({
    gate: { event: 'delegation.completed', type: 'command', command },
    text: 'the work',
    cwd: tmpdir(),
    programs: tmpdir(),
    timeoutMs,
    clock: systemClock,
    signal,
    source: 'planner',
    target: 'coder',
    task: 'Write.\0',
    user: 'ada',
    ...own,
  })

test('a program passes work with exit code 0, whatever it prints', async () => {
  expect(await judge('console.log("REJECTED")')).toEqual({ isPassed: true })
})

test('a program reads the work and what it is about, and says on standard error why it does not pass', async () => {
  const script = `console.error(require('fs').readFileSync(0, 'utf8'), process.env.DRAWBRIDGE_GATE_TARGET, process.env.DRAWBRIDGE_GATE_EVENT); process.exit(1)`
  expect(await judge(script)).toEqual({ isPassed: false, feedback: 'the work coder delegation.completed' })
})

test('a program that says nothing is told by its exit code', async () => {
  expect(await judge('process.exit(3)')).toEqual({
    isPassed: false,
    feedback: 'it ended with the exit code 3, without a reason',
  })
})

test.each([
  ['hangs', 'setInterval(() => undefined, 1000)', /its time limit/],
  ['is killed', 'process.kill(process.pid, "SIGKILL")', /SIGKILL/],
  ['prints without end', 'process.stdout.write("x".repeat(400_000))', /larger than/],
  ['prints what is not text', 'process.stdout.write(Buffer.from([0xff, 0xfe]))', /not text/],
])('a program that %s has failed as a gate', async (_, script, message) => {
  await expect(judge(script, 1_500)).rejects.toThrow(message)
})

test('a program that the work brought along is not the gate that the operator named', async () => {
  const [work, home] = ['work', 'home'].map((name) => mkdtempSync(join(tmpdir(), `gate-${name}-`))) as [string, string]
  onTestFinished(() => {
    for (const folder of [work, home]) rmSync(folder, { recursive: true })
  })
  const plant = (folder: string, code: number) =>
    writeFileSync(join(folder, 'check'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
  plant(work, 0)
  const asked = () => judgeWith(['./check'], { cwd: work, programs: home })
  await expect(asked()).rejects.toThrow(join(home, 'check'))
  plant(home, 3)
  expect(await asked()).toMatchObject({ isPassed: false })
})
