import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfigFolders, createFolders } from './__fixtures__/folders.ts'
import { checkPolicyFile } from './check-policy-file.ts'
import { runPolicyTests } from './run-policy-tests.ts'

/** Every block of JSON of a page, named by the heading above it. */
function examplesOf(page: string) {
  const documentation = readFileSync(join(import.meta.dirname, `../../../../docs/${page}.md`), 'utf8')
  return [...documentation.matchAll(/^```jsonc( project)?\n(.*?)^```$/gms)].map(
    ([whole, project, text = ''], index) => {
      const headings = documentation.slice(0, documentation.indexOf(whole)).match(/^#+ .*$/gm)
      return {
        name: `${index + 1}, ${headings?.at(-1)}`,
        kind: project === undefined ? 'operator' : 'project',
        text,
      } as const
    },
  )
}

const examples = examplesOf('policy')

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
  mkdirSync(join(folders.workspace, 'docs'))
})
afterEach(() => folders[Symbol.dispose]())

test.each(
  ['hooks', 'limits', 'secrets', 'agents', 'rooms', 'sandbox', 'store', 'telemetry'].flatMap((page) => {
    return examplesOf(page).map((example) => ({ page, ...example }))
  }),
)('docs/$page.md shows no file that is refused: $name', async ({ kind, text }) => {
  const file = join(folders.home, 'example.jsonc')
  writeFileSync(file, text)
  const environment = { BILLING_TOKEN: ['made', 'up', 'token'].join('-'), STORE_URL: 'postgres://localhost/x' }
  const checked = await checkPolicyFile(file, { workspace: folders.workspace, kind, environment })
  expect(checked).toMatchObject({ status: 'sound' })
})

describe('an example of docs/policy.md', () => {
  test.each(examples)('$name', async ({ kind, text }) => {
    const file = join(folders.home, 'example.jsonc')
    writeFileSync(file, text)
    const { workspace } = folders
    const checked = await checkPolicyFile(file, { workspace, kind })
    expect(checked).toMatchObject({ status: 'sound', warnings: [] })
    const run = await runPolicyTests(file, { workspace, kind })
    const failed = run.status === 'run' ? run.results.filter(({ passed }) => !passed) : [run]
    expect(failed).toEqual([])
  })

  test('is there for each situation of the cookbook, with tests of its own', () => {
    const tested = examples
      .filter(({ text }) => text.includes('"tests": ['))
      .map(({ name }) => name.replace(/^\d+, #+ /, ''))
    expect(tested).toEqual([
      'Ten minutes to a sensible policy',
      'A coding agent on a laptop',
      'CI',
      'A shared chat bot',
      'A locked-down agent for customers',
    ])
  })
})
