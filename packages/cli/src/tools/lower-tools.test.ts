import { expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const lower = (...flags: readonly string[]) => runHere(scratchFolder(), ['schema', 'lower', ...flags])

test('a person sees the schema of one tool as a provider accepts it, and what is lost', async () => {
  const { code, stdout } = await lower('--provider', 'openai-strict', '--tool', 'fs.move')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^fs\.move as fs__move {2}strict\n\{/)
  expect(stdout).toContain('rewritten  #/properties/overwrite  null stands for leaving the field out')
})

test('a script gets every tool, also by the exposed name', async () => {
  const all = jsonOf<{ tools: { name: string; strict: boolean }[] }>(
    await lower('--provider', 'openai-strict', '--json'),
  )
  expect(all.tools.length).toBeGreaterThan(10)
  expect(all.tools.filter(({ strict }) => !strict)).toEqual([])
  const one = jsonOf<{ tools: { name: string }[] }>(
    await lower('--provider', 'gemini', '--tool', 'fs__read_file', '--json'),
  )
  expect(one.tools.map(({ name }) => name)).toEqual(['fs.read_file'])
})

test('a name that no provider takes is refused by name, with exit code 1', async () => {
  const { code, stdout } = await lower('--provider', 'openai', '--dialect', 'canonical', '--tool', 'fs.edit')
  expect(code).toBe(1)
  expect(stdout).toContain('"fs.edit" cannot be offered to openai')
})

test('a tool that does not exist is named, with the nearest one', async () => {
  const { code, stderr } = await lower('--provider', 'gemini', '--tool', 'fs.reed_file')
  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean "fs.read_file"?')
})
