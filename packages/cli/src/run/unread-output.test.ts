import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openFakeModels } from '@drawbridge/models/testing'
import { expect, onTestFinished, test } from 'vitest'
import { recordedLines } from '../../../../scripts/test-support/recorded-events.ts'
import { launcher, resultOf, startCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const turns = 30

/** A home whose agent lists files thirty times. */
async function busyFolder(): Promise<ScratchFolder> {
  const folder = scratchFolder({ 'a.txt': 'a\n' })
  const step = { text: 'On.', calls: [{ name: 'fs__list_files', input: {} }] }
  const fake = await openFakeModels({ answers: [...Array(turns).fill(step), { text: 'Done.' }] })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const provider = { type: 'anthropic', url: fake.url('anthropic'), key: fake.key }
  const models = { default: 'ours/m', providers: { ours: provider } }
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ models }), { mode: 0o600 })
  return folder
}

/** Runs the real command into `head -1`, by a pipe of the shell. Resolves to its own exit code and what came through. */
async function intoHead({ home, workspace }: ScratchFolder, args: readonly string[]) {
  const script = '"$@" | head -1; echo "exit ${PIPESTATUS[0]}"'
  const words = ['-c', script, 'bash', process.execPath, launcher, ...args]
  const env = { ...process.env, DRAWBRIDGE_HOME: home, NO_COLOR: '1' }
  const { stdout, stderr } = await promisify(execFile)('bash', words, { cwd: workspace, env })
  return { lines: stdout.trim().split('\n'), stderr }
}

test('a run whose events nobody reads any more is aborted, and says so in its record and its exit code', async () => {
  const folder = await busyFolder()
  const { lines, stderr } = await intoHead(folder, ['run', 'List the files.', '--json', '--max-turns', '40'])
  expect([lines.length, lines[1], stderr]).toEqual([2, 'exit 130', ''])
  const { stdout } = await runHere(folder, ['sessions', '--json'])
  const { sessions } = JSON.parse(stdout) as { sessions: { id: string }[] }
  const exported = await runHere(folder, ['sessions', 'export', sessions[0]?.id ?? ''])
  const events = exported.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })
  expect(events.filter(({ type }) => type === 'model.requested').length).toBeLessThan(turns)
  expect(events.map(({ type }) => type)).toContain('run.aborted')
  // A listing ends as well, without an error.
  const listed = await intoHead(folder, ['sessions', 'export', '--all'])
  expect([listed.lines.length, listed.lines[1], listed.stderr]).toEqual([2, 'exit 0', ''])
})

test('an interrupt while the task is still read from standard input ends the command, and nothing is asked of a model', async () => {
  const folder = await busyFolder()
  const child = startCli(folder, ['run', '-', '--json'])
  const result = resultOf(child)
  // More than a pipe holds: once it is written, the command reads.
  await new Promise((resolve) => child.stdin.write('List the files. '.repeat(100_000), resolve))
  child.kill('SIGINT')
  expect(await result).toEqual({ code: 130, stdout: '', stderr: '' })
  expect(recordedLines(folder.home).filter((line) => line.includes('model.requested'))).toEqual([])
})
