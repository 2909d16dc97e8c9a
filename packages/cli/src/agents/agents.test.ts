import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonOf, runCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const template = {
  'clerk/SOUL.md': 'Be exact.\n',
  'clerk/MEMORY.md': 'We open at nine.\n',
  'clerk/memory/hours/summer.md': 'At eight.\n',
  'clerk/notes.txt': 'not for agents',
}
const read = (path: string) => ['call', 'fs.read_file', JSON.stringify({ path })]
const write = (path: string, content: string) => [
  'call',
  'fs.write_file',
  JSON.stringify({ path, content, overwrite: true }),
  '--approve',
  'always',
]

async function folderWithAgents(): Promise<ScratchFolder> {
  const folder = scratchFolder({ ...template, 'SOUL.md': 'of the project\n' })
  await runHere(folder, ['agents', 'create', 'helper', '--type', 'open', '--template', 'clerk'])
  await runHere(folder, ['agents', 'create', 'clerk', '--type', 'predefined', '--template', 'clerk'])
  return folder
}

describe('a template that cannot be taken over is refused, with the name of what is wrong:', () => {
  test.each<[string, string, (folder: string) => void]>([
    ['a folder in place of a file', '"SOUL.md" in the template is not a file', (t) => mkdirSync(join(t, 'SOUL.md'))],
    [
      'a pipe in place of a file',
      '"SOUL.md" in the template is not a file',
      (t) => void execFileSync('mkfifo', [join(t, 'SOUL.md')]),
    ],
    [
      'a link to nowhere',
      '"TOOLS.md" of the template cannot be read',
      (t) => symlinkSync('gone.md', join(t, 'TOOLS.md')),
    ],
    [
      'a file in place of the memory',
      '"memory" in the template is not a folder',
      (t) => writeFileSync(join(t, 'memory'), ''),
    ],
    ['no text', 'is not UTF-8 text', (t) => writeFileSync(join(t, 'SOUL.md'), new Uint8Array([0xff, 0xfe]))],
    ['too much', 'at most 1048576', (t) => writeFileSync(join(t, 'SOUL.md'), 'x'.repeat(1_048_577))],
    [
      'a name that no tool could write',
      'blanks around a name',
      (t) => {
        mkdirSync(join(t, 'memory'))
        writeFileSync(join(t, 'memory', ' x.md'), 'x')
      },
    ],
    [
      'what is generated anyway',
      'generated part of "TOOLS.md"',
      (t) => writeFileSync(join(t, 'TOOLS.md'), 'Use them.\n<!-- end of the generated part -->\n'),
    ],
  ])('%s', async (_, said, spoil) => {
    const folder = scratchFolder({ 'clerk/IDENTITY.md': 'A clerk.\n' })
    spoil(join(folder.workspace, 'clerk'))
    const refused = await runHere(folder, ['agents', 'create', 'clerk', '--type', 'open', '--template', 'clerk'])
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
    expect(refused.stderr).not.toContain('defect')
  })
})

test('an entry in the memory of a template that is not a file is named and ignored', async () => {
  const folder = scratchFolder({ 'clerk/memory/a.md': 'a\n' })
  symlinkSync('a.md', join(folder.workspace, 'clerk/memory/link.md'))
  const created = await runHere(folder, ['agents', 'create', 'clerk', '--type', 'open', '--template', 'clerk'])
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('with memory/a.md.') })
  expect(created.stderr).toContain('memory/link.md')
})

describe('agents', () => {
  test('are created from a template, listed, shown and removed', async () => {
    const folder = scratchFolder(template)
    const create = ['agents', 'create', 'clerk', '--type', 'predefined', '--template', 'clerk']
    const created = await runHere(folder, [...create, '--json'])
    expect(jsonOf(created)).toMatchObject({
      agent: { id: 'clerk', type: 'predefined' },
      files: ['SOUL.md', 'MEMORY.md', 'memory/hours/summer.md'],
    })
    expect(created.stderr).toContain('notes.txt')
    const again = await runHere(folder, create)
    expect([again.code, again.stdout]).toEqual([1, ''])
    expect(again.stderr).toContain('agents remove clerk')
    expect((await runHere(folder, ['agents', 'list'])).stdout).toMatch(/^clerk {2}predefined {2}created 20\d\d-.*\n$/)
    const shown = await runHere(folder, ['agents', 'show', 'clerk'])
    expect(shown.stdout).toMatch(
      /^clerk: predefined, .*\n {2}SOUL\.md {2}10 bytes\n {2}MEMORY\.md .*\n {2}memory\/hours\/summer\.md/,
    )
    expect((await runHere(folder, ['agents', 'remove', 'clerk'])).code).toBe(0)
    expect(jsonOf(await runHere(folder, ['agents', 'list', '--json']))).toEqual({ agents: [] })
  })

  test.each([
    [['create', '../up', '--type', 'open'], 2, 'is not a valid name'],
    [['create', 'x'], 2, '--type'],
    [['create', 'x', '--type', 'other'], 2, 'open, predefined'],
    [['create', 'x', '--type', 'open', '--template', 'nowhere'], 2, 'not an existing folder'],
    [['create', 'x', '--type', 'open', '--template', '.'], 2, 'none of SOUL.md'],
    [['show', 'clark'], 1, 'agent "clark" does not exist'],
    [['update', 'clark', '--template', 'clerk'], 1, 'agent "clark" does not exist'],
    [['remove', 'clark'], 1, 'agent "clark" does not exist'],
  ] as const)('%j ends with %i and says why', async (args, code, words) => {
    const result = await runHere(scratchFolder(template), ['agents', ...args])
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(words)
  })

  test('get what a template has now, but for what a user has changed', async () => {
    const folder = await folderWithAgents()
    const as = async (user: string, args: readonly string[]) =>
      (await runHere(folder, [...args, '--agent', 'helper', '--user', user])).stdout
    await as('ada', write('SOUL.md', 'Of ada.\n'))
    writeFileSync(join(folder.workspace, 'clerk/SOUL.md'), 'Be quick.\n')
    writeFileSync(join(folder.workspace, 'clerk/TOOLS.md'), 'Few.\n')
    const update = ['agents', 'update', 'helper', '--template', 'clerk', '--json']
    expect(jsonOf(await runHere(folder, update))).toMatchObject({ changed: ['SOUL.md', 'TOOLS.md'] })
    expect(jsonOf(await runHere(folder, update))).toMatchObject({ changed: [] })
    expect(await as('bob', read('SOUL.md'))).toContain('Be quick.')
    expect(await as('bob', read('TOOLS.md'))).toContain('Few.')
    expect(await as('ada', read('SOUL.md'))).toContain('Of ada.')
  })

  test('that do not exist create no database', async () => {
    const folder = scratchFolder()
    expect((await runHere(folder, ['agents', 'list'])).stderr).toContain('agents create')
    await runHere(folder, [...read('x'), '--agent', 'nobody'])
    expect(() => readFileSync(join(folder.home, 'drawbridge.db'))).toThrow('ENOENT')
  })
})

describe('a call as an agent that is kept', () => {
  test('sees its files, each user their own', async () => {
    const folder = await folderWithAgents()
    const as = async (user: string, args: readonly string[]) =>
      (await runHere(folder, [...args, '--agent', 'helper', '--user', user])).stdout
    expect(await as('ada', read('SOUL.md'))).toContain('Be exact.')
    expect(await as('ada', write('soul.md', 'Of ada.\n'))).toContain('Replaced')
    expect(await as('ada', read('SOUL.md'))).toContain('Of ada.')
    expect(await as('bob', read('SOUL.md'))).toContain('Be exact.')
    expect(await as('bob', ['call', 'fs.search', '{"query":"We open|eight"}'])).toMatch(/MEMORY\.md.*summer\.md/s)
  })

  test('is denied what its agent may not, with the exit code of a denial', async () => {
    const folder = await folderWithAgents()
    const denied = await runHere(folder, [...write('SOUL.md', 'x'), '--agent', 'clerk', '--json'])
    expect(denied.code).toBe(3)
    expect(jsonOf(denied)).toMatchObject({ status: 'denied', code: 'path_outside_roots' })
  })

  test('works on a folder that is named, where the agent is only a name', async () => {
    const folder = await folderWithAgents()
    const here = await runHere(folder, [...read('SOUL.md'), '--agent', 'helper', '--workspace', '.'])
    expect(here.stdout).toContain('of the project')
    const unknown = await runHere(folder, [...read('SOUL.md'), '--agent', 'helpr', '--workspace', '.'])
    expect(unknown.code).not.toBe(0)
    expect(unknown.stderr).toContain('the agent "helpr" does not exist. Did you mean "helper"?')
  })

  test('is explained as it would be decided, and its tools are listed', async () => {
    const folder = await folderWithAgents()
    const args = JSON.stringify({ path: 'soul.md', content: 'x', overwrite: true })
    const explained = await runHere(folder, [
      'explain',
      'fs.write_file',
      args,
      '--agent',
      'helper',
      '--user',
      'ada',
      '--json',
    ])
    const real = join(folder.home, 'agents/helper/users/ada/workspace/SOUL.md')
    expect(jsonOf(explained)).toMatchObject({ verdict: 'ask', targets: [{ real, virtual: true }] })
    const refused = await runHere(folder, ['explain', 'fs.write_file', args, '--agent', 'clerk', '--json'])
    expect(jsonOf(refused)).toMatchObject({ failure: { code: 'path_outside_roots' } })
    const tools = await runHere(folder, ['tools', '--agent', 'helper', '--json'])
    expect(jsonOf<{ tools: unknown[] }>(tools).tools.length).toBeGreaterThan(5)
  })

  test('is what a client is told to start, without a folder', async () => {
    const folder = await folderWithAgents()
    const config = async (...flags: string[]) =>
      (await runHere(folder, ['mcp', '--print-config', 'claude', ...flags])).stdout
    expect(await config('--agent', 'helper', '--user', 'ada')).not.toContain('--workspace')
    expect(await config('--agent', 'helper', '--user', 'ada')).toMatch(/"--agent",\s*"helper",\s*"--user",\s*"ada"/)
    expect(await config('--agent', 'somebody')).toContain('--workspace')
  })
})

test('a call without an agent loads nothing of what agents need, also where there are some', async () => {
  const folder = await folderWithAgents()
  const nodeOptions = ['--import', join(import.meta.dirname, '../__fixtures__/list-modules.ts')]
  const loaded = async (...flags: string[]) =>
    (await runCli(folder, [...read('SOUL.md'), ...flags], { nodeOptions })).stderr
  const needed = /(core|sandbox)\/src\/virtual\/|virtual\/kept-agent|store\/src\/agent\/|sandbox\/src\/virtual\//
  expect(await loaded()).not.toMatch(needed)
  const asAgent = await loaded('--agent', 'helper')
  expect(asAgent).toMatch(needed)
  expect(asAgent).not.toMatch(/\/kysely\/|\/pg\/|sdk\/src\/shell\//)
})
