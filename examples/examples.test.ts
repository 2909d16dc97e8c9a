import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../scripts/lib/run.ts'

/** Runs an example as a reader would, with a data folder of its own. */
async function runExample(name: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'drawbridge-example-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { DRAWBRIDGE_HOME: home, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, stdout, stderr } = await run(process.execPath, [name], { cwd: import.meta.dirname, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

test('the library in thirty lines reads, counts, edits and is refused', async () => {
  const output = await runExample('library.ts')
  expect(output).toMatch(/^fs\.read_file ok/m)
  expect(output).toMatch(/^text\.count_words ok/m)
  expect(output).toMatch(/^fs\.edit ok/m)
  expect(output).toMatch(/^fs\.delete denied .*only edits today/m)
  expect(output).toContain('Drawbridges are raised by default.')
})

test('an agent loop of the AI SDK gets what it may have, and a reason where it may not', async () => {
  expect(await runExample('ai-sdk.ts')).toBe(
    [
      'fs__read_file {"path":"note.md"} ok',
      'fs__read_file {"path":"../other.md"} path_outside_roots',
      'The note says that drawbridges are closed by default.',
      '',
    ].join('\n'),
  )
})
