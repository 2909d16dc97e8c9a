import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeWithProgram } from '../scripts/test-support/describe-with.ts'

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs an example in this process, with a data folder of its own, and returns what it printed. */
async function runExample(file: string): Promise<string> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => void lines.push(words.join(' ')))
  vi.stubEnv('DRAWBRIDGE_HOME', scratchFolder())
  try {
    await import(file)
  } finally {
    log.mockRestore()
    vi.unstubAllEnvs()
  }
  return lines.join('\n')
}

test('the library in thirty lines reads, counts, edits and is refused', async () => {
  const output = await runExample('./library.ts')
  expect(output).toMatch(/^fs\.read_file ok/m)
  expect(output).toMatch(/^text\.count_words ok/m)
  expect(output).toMatch(/^fs\.edit ok/m)
  expect(output).toMatch(/^fs\.delete denied .*only edits today/m)
  expect(output).toContain('Drawbridges are raised by default.')
})

test('an agent loop of the AI SDK asks about a write, and goes on from what was saved', async () => {
  const output = await runExample('./ai-sdk.ts')
  expect(output).toMatch(/^read Drawbridges are closed by default\.$/m)
  expect(output).toMatch(/^miss ends with an error: "other\.md" does not exist\./m)
  expect(output).toMatch(/asks fs__write_file .*\n\+Closed\..*\nThere is a copy now\.\nClosed\.$/s)
})

test('a loop over the Messages API asks about a write, and answers with its result', async () => {
  const output = await runExample('./anthropic.ts')
  expect(output).toMatch(/"tool_use_id":"read","content":"Drawbridges are closed by default\.","is_error":false/)
  expect(output).toMatch(/^fs\.write_file asks: allow_once, .*\n.*Created \\"copy\.md\\".*\nThere is a copy now\.$/ms)
})

test('a loop over the Responses API asks the approver of the session', async () => {
  const [read, written, refused, end] = (await runExample('./openai.ts')).split('\n')
  expect([read, end]).toEqual(['Drawbridges are closed by default.', 'There is a copy.'])
  expect(written).toMatch(/^Created "copy\.md"/)
  expect(refused).toMatch(/^The user refused "fs\.delete"/)
})

test('a loop over the Gemini API tells results from errors', async () => {
  const print = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const output = await runExample('./google.ts')
  print.mockRestore()
  expect(output).toMatch(/^fs__read_file .*\nfs__read_file .*\nThe note says that drawbridges are closed by default\.$/)
})

test('an agent of LangGraph is interrupted for a write, and goes on over its checkpoints', async () => {
  expect(await runExample('./langchain.ts')).toMatch(/^asks fs\.write_file .*\nThere is a copy now\.\nClosed\.\n$/)
})

test('an agent of the OpenAI Agents SDK is interrupted for a write, and goes on from what was saved', async () => {
  expect(await runExample('./openai-agents.ts')).toBe(
    ['asks fs__write_file 1 target', 'There is a copy now.', 'Closed.\n'].join('\n'),
  )
})

test('a policy in code allows, denies and asks by path, and removes a tool', async () => {
  const output = await runExample('./policy.ts')
  expect(output).toMatch(/^notes\/today\.md allow notes$/m)
  expect(output).toMatch(/^notes\/2024\/may\.md deny frozen$/m)
  expect(output).toMatch(/^elsewhere\.md ask /m)
  expect(output).toMatch(/^fs\.delete \S/m)
  expect(output).toMatch(/^denied .*It is closed\./m)
})

test('a web page shows a question, and its answer lets the call run', async () => {
  expect(await runExample('./approval-page.ts')).toMatch(/allow_once.*\naccepted\nCreated "a\.txt"/)
})

test('a receipt is redeemed by another process', async () => {
  expect(await runExample('./receipt.ts')).toMatch(/^pending .*\nok Created "a\.txt".*\nhello\n$/)
})

test('a hook denies before anyone is asked, another adds a note to a result', async () => {
  const [frozen, written, ...read] = (await runExample('./hooks.ts')).split('\n')
  expect(frozen).toMatch(/^denied The hook "freeze" refused the call: Releases are frozen until Monday\./)
  expect(written).toMatch(/^ok Created "draft\/notes\.md"/)
  expect(read.join('\n')).toMatch(/^ok Use short words\.\n.*Reminder: the style guide is in style\.md\.$/s)
})

test('a recorded session replays equally, and differently under another policy', async () => {
  const output = await runExample('./replay.ts')
  expect(output).toMatch(/^equal (\d+) of \1 events/)
  expect(output).toMatch(/^different under a stricter policy, first: \{/m)
})

test('a background process takes input, is watched and ended', async () => {
  const output = await runExample('./background.ts')
  expect(output).toContain('got hello')
  expect(output).not.toMatch(/^(?:failed|denied)/m)
})

test("an agent's files belong to each user", async () => {
  const lines = (await runExample('./agents-files.ts')).split('\n')
  expect(lines.filter((line) => /^(?:ada|bob)/.test(line))).toEqual([
    'ada Be brief.',
    'ada Be thorough.',
    'bob Be brief.',
    expect.stringMatching(/^bob .*MEMORY\.md/),
  ])
})

test('a long output is stored, and any part of it can be read', async () => {
  const output = await runExample('./artifacts.ts')
  expect(output).toMatch(/^stored: 4\d+ bytes$/m)
  expect(output).toMatch(/stored.*line 2500\nline 2501/s)
})

describeWithProgram('bwrap', 'the sandbox of the example is built by it', () => {
  test('commands in a sandbox write to the workspace, and see no key and no network', async () => {
    const output = await runExample('./sandbox.ts')
    expect(output).toMatch(/^Calls run in bubblewrap/)
    expect(output).toContain('no keys here')
    expect(output).toMatch(/--- stdout\n *lo\nmade here/)
  })
})

test.each([
  ['README.md', /^ok .*# Drawbridge/s],
  ['docs/library.md', /^call_1 ok # Drawbridge$.*^call_3 denied .*: Only notes\.md may change\. Do not/ms],
])('the program of %s runs as it stands there', async (page, expected) => {
  const root = join(import.meta.dirname, '..')
  const [beginning = ''] = readFileSync(join(root, page), 'utf8').split('<!-- generated')
  const program = [...beginning.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  const folder = scratchFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(root, 'README.md'), join(folder, 'README.md'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'example.ts'), program)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  expect(await runExample(join(folder, 'example.ts'))).toMatch(expected)
})
