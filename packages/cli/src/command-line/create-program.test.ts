import { expect, test } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

test('a misspelt command of a group is answered with the right one, not with a complaint of the default command', async () => {
  const { code, stderr } = await runHere(scratchFolder(), ['memory', 'ad', 'notes.md'])
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^error: There is no such command of "memory"\. Did you mean "add"\? Commands: .*\bsearch\b.*\.\n/,
  )
})

test('a secret that is typed in the place of a command is not repeated', async () => {
  const secret = ['correct', 'horse'].join('-')
  const { code, stdout, stderr } = await runHere(scratchFolder(), ['secrets', secret])
  expect(code).toBe(2)
  expect(stdout + stderr).not.toContain(secret)
})

test('teams that cannot work end with a failure, for a schedule that looks at the exit code', async () => {
  const folder = scratchFolder()
  for (const name of ['lead', 'coder']) await runHere(folder, ['agents', 'create', name, '--type', 'open'])
  await runHere(folder, ['teams', 'create', 'shop', '--lead', 'lead', '--members', 'coder'])
  await runHere(folder, ['teams', 'add', 'shop', 'Write it', '--assignee', 'coder'])
  const { code, stderr } = await runHere(folder, ['teams', 'work', '--once'])
  expect(stderr).toContain('No model is configured.')
  expect(code).toBe(1)
})
