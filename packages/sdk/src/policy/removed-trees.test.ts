import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellCheckLine } from '@drawbridge/shell'
import { expect, onTestFinished, test } from 'vitest'
import { runPolicyTests } from '../config/run-policy-tests.ts'

const calls = {
  allow: ['rm -rf dist', 'rm -rf ./build/', 'npm test; rm -rf dist', `echo "$(rm -rf dist)"`],
  ask: ['npm run build && rm -rf dist', 'rm -rf dist && npm publish', 'sudo rm -rf dist'],
  deny: [
    'rm -rf dist src',
    'rm -rf dist/a',
    'rm -rf dist/../src',
    'rm -rf dist*',
    'rm -fr dist',
    'rm -rf "$X" dist',
    'cd src && rm -rf dist',
    'cd / && rm -rf dist',
    'echo dist | xargs rm -rf dist',
    'rm -rf /etc/x',
    'rm -rf ../b',
    'rm -rf ~/x',
    'rm -rf .git',
  ],
} as const

const prefixes = [
  'npm test',
  'rm -rf dist',
  'rm -rf ./build/',
  'rm -rf /etc/x',
  'rm -rf ../b',
  'rm -rf ~/x',
  'rm -rf .git',
]

/** What the calls above get if a rule allows those prefixes. */
async function verdicts(shell: object = {}, command: readonly string[] = prefixes): Promise<Record<string, string>> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-trees-')))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const file = join(workspace, 'policy.jsonc')
  const tests = Object.entries(calls).flatMap(([expect, lines]) =>
    lines.map((line) => ({ name: line, tool: 'runtime.exec', arguments: { command: line }, expect })),
  )
  const permissions = { rules: [{ tools: 'group:runtime', when: { command }, then: 'allow' }] }
  writeFileSync(file, JSON.stringify({ permissions, shell, tests }))
  const run = await runPolicyTests(file, { workspace })
  if (run.status === 'faulty') throw new Error(JSON.stringify(run.problems))
  return Object.fromEntries(run.results.map(({ name, actual }) => [name, actual]))
}

const expected = Object.fromEntries(
  Object.entries(calls).flatMap(([verdict, lines]) => lines.map((line) => [line, verdict])),
)

test('a rule that names the removal of a tree word for word allows it, below the working folder and nowhere else', async () => {
  expect(await verdicts()).toEqual(expected)
})

test('a rule for rm, or one that is shorter than the command, allows no removal of a tree', async () => {
  const { 'rm -rf dist': whole, 'rm -rf ./build/': folder } = await verdicts({}, ['rm', 'rm -rf'])
  expect([whole, folder]).toEqual(['deny', 'deny'])
})

test('if the operator has set the group, no rule lifts it', async () => {
  const { 'rm -rf dist': denied } = await verdicts({ groups: { destructive: 'deny' } })
  const { 'rm -rf dist': asked } = await verdicts({ groups: { destructive: 'ask' } })
  expect([denied, asked]).toEqual(['deny', 'ask'])
})

test.each(Object.values(calls).flat())('`shell check` decides as a call does: %s', async (line) => {
  const answer = shellCheckLine(JSON.stringify(line), prefixes)
  const [expected] = Object.entries(calls).find(([, lines]) => (lines as readonly string[]).includes(line)) ?? []
  expect(answer).toMatchObject({ verdict: expected })
})

test('`shell check` names no group for a tree that a rule names, and keeps it for others', () => {
  expect(shellCheckLine('"rm -rf dist"', ['rm -rf dist'])).toMatchObject({ verdict: 'allow', denyGroups: [] })
  expect(shellCheckLine('"rm -rf dist"', ['rm'])).toMatchObject({ verdict: 'deny', denyGroups: ['destructive'] })
})
