import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../scripts/lib/run.ts'

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs an example as a reader would, with a data folder of its own. */
async function runExample(name: string, cwd: string = import.meta.dirname): Promise<string> {
  const home = scratchFolder()
  const env = { DRAWBRIDGE_HOME: home, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, stdout, stderr } = await run(process.execPath, [name], { cwd, env })
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
  expect(await runExample('example.ts', folder)).toMatch(expected)
})
