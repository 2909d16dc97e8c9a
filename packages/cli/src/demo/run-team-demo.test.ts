import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../__fixtures__/run-cli.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const documentation = readFileSync(join(import.meta.dirname, '../../../../docs/teams.md'), 'utf8')
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('drawbridge-team-demo-'))

/** The lines of a block of the documentation, by the words behind its fence. */
function documented(name: string): readonly string[] {
  const [, text = ''] = new RegExp(`^\`\`\`text demo=${name}\\n(.*?)^\`\`\`$`, 'ms').exec(documentation) ?? []
  return text.trimEnd().split('\n')
}

test('the demo of a team and the walk-through of its documentation tell the same story, and nothing is left behind', {
  timeout: 120_000,
}, async () => {
  const before = leftovers()
  const { code, stdout, stderr } = await runCli(scratchFolder(), ['demo', 'teams'])
  expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' })
  // Lines are wrapped: the rest of one is below its speaker.
  const lines = stdout.replaceAll(/\n {10}/g, ' ').split('\n')
  expect(lines.filter((line) => line.includes('"create"'))).toEqual(documented('plan'))
  for (const task of [1, 2, 3]) {
    const ofTask = new RegExp(`#${task} |"task":${task}\\b`)
    expect(lines.filter((line) => ofTask.test(line))).toEqual(documented(`task-${task}`))
  }
  expect(lines).toContain('end       All tasks are completed.')
  // Each member began before one of them went on.
  const given = lines.flatMap((line, index) => (line.includes('was given to its owner') ? [index] : []))
  expect(given[2]).toBeLessThan(lines.findIndex((line) => line.startsWith('coder ')))
  expect(leftovers().filter((name) => !before.includes(name))).toEqual([])
})
