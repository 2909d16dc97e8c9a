import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runCli } from '../__fixtures__/run-cli.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('drawbridge-demo-'))

test('the demo says that its model is scripted, works through the pipeline and leaves nothing behind', async () => {
  const before = leftovers()
  const { code, stdout } = await runCli(scratchFolder(), ['demo'])
  expect(code).toBe(0)
  expect(stdout.split('\n')[0]).toContain('SCRIPTED')
  expect(stdout).toMatch(/failed, command_failed.*\+ {2}return count >= 10.*Exit code 0/s)
  expect(stdout).toContain('allow_once, decided by demo-script')
  expect(stdout).toContain('denied, path_outside_roots')
  expect(stdout).toMatch(/failed, unknown_tool.*Did you mean "fs\.read_file"/s)
  expect(stdout).toContain('8 calls, each with one recorded outcome: 5 ok, 2 failed, 1 denied.')
  expect(stdout).toMatch(
    /the default: 5 questions.*autonomous": 1 question\n.*gives orders: 2 questions.*It comes from\s+demo\.fetch_page/s,
  )
  expect(leftovers().filter((name) => !before.includes(name))).toEqual([])
})
