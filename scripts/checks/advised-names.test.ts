import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkAdvisedNames } from './advised-names.ts'

const schema = {
  properties: {
    store: { properties: { kind: {}, url: {} } },
    shell: { properties: { groups: { properties: { git: {} } } } },
    sandbox: { anyOf: [{ properties: { network: { properties: { allow: {} } } } }] },
    agents: { additionalProperties: { properties: { tools: { properties: { deny: {} } } } } },
    network: { properties: { denied: {} } },
    limits: { properties: { parallelReads: {} } },
    mcp: { properties: { servers: {} } },
  },
}

/** A repository with this schema and the real grammar of the command line. */
function plant(files: Readonly<Record<string, string>>): string {
  const grammar = join(repositoryRoot, 'packages/cli/src/command-line/create-program.ts')
  return plantRepository({
    'packages/sdk/drawbridge.schema.json': JSON.stringify(schema),
    'packages/cli/src/command-line/create-program.ts': `export { createProgram } from ${JSON.stringify(grammar)}\n`,
    ...files,
  })
}

test('given advice that works, and names that are not settings, it passes', async () => {
  const root = plant({
    'packages/core/src/advice.ts': [
      "export const one = 'No session is recorded. See: drawbridge sessions'",
      'export const two = `Set store.kind, or shell.groups.${group}, or agents.*.tools.deny in the file.`',
      'export const three = `Store it with \\`drawbridge secrets set NAME\\`, then try again.`',
      "export const four = 'Read it with store.read, or see store.md and drawbridge itself.'",
      "export const tool = 'store.read'",
      "export const five = 'An operator can raise it by limits.parallelReads.'",
    ].join('\n'),
    'docs/guide.md': [
      'Deny mcp.github.* to leave out its tools, or look at mcp.servers.',
      'Write `"network": { "allow": [] }` in `sandbox`; `drawbridge policy check` reads it.',
      '```sh',
      'echo \'{"a":1}\' | drawbridge call fs.read_file - --json # reads standard input',
      'drawbridge sessions export # exit 2',
      '```',
    ].join('\n'),
  })
  expect(await checkAdvisedNames(root)).toMatchObject({ passed: 1, failed: 0, report: [] })
})

test.each([
  ["'All connections are in use. Raise store.poolSize.'", 'the setting "store.poolSize"'],
  ["'An operator can name the host in internalHosts.'", 'the setting "internalHosts"'],
  ['\'Allow it with "store": { "size": 3 } in the file.\'', 'the setting "store.size"'],
  ['`See the list with \\`drawbridge session list\\`, please.`', '"drawbridge session list": unknown command'],
  [
    "'No such secret. See: drawbridge secrets show'",
    '"drawbridge secrets show": There is no such command of "secrets".',
  ],
  ["'Start again with this: drawbridge call --approve alway'", "option '--approve <who>' argument 'alway' is invalid"],
  ["'Write it to a file: drawbridge sessions --output FILE'", "unknown option '--output'"],
])('given the advice %s, it names the place and what does not exist', async (message, problem) => {
  const root = plant({ 'packages/core/src/advice.ts': `\nexport const advice = ${message}\n` })
  const { failed, report } = await checkAdvisedNames(root)
  expect(failed).toBe(1)
  expect(report).toHaveLength(1)
  expect(report[0]).toContain(`packages/core/src/advice.ts:2 advises ${problem.startsWith('the') ? problem : ''}`)
  expect(report[0]).toContain(problem)
})

test.each([
  ['```sh\ndrawbridge call fs.read_file --unknown\n```', 'docs/guide.md:2', "unknown option '--unknown'"],
  ['```sh\ncat x | npx --no drawbridge shell check\n```', 'docs/guide.md:2', "required option '--jsonl' not specified"],
  ['Run `drawbridge doctr` first.', 'docs/guide.md:1', "unknown command 'doctr'"],
  ['Set `store.size`.', 'docs/guide.md:1', 'the setting "store.size"'],
])('given the document %j, it names the line and the fault', async (text, place, problem) => {
  const { report } = await checkAdvisedNames(plant({ 'docs/guide.md': `${text}\n` }))
  expect(report).toHaveLength(1)
  expect(report[0]).toContain(place)
  expect(report[0]).toContain(problem)
})
