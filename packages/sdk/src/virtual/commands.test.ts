import type { Role } from '@drawbridge/core/policy'
import { createMemoryAgentStore } from '@drawbridge/core/virtual'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AgentHouse, type AgentSession, openAgentHouse } from './__fixtures__/agent-house.ts'

let house: AgentHouse
let session: AgentSession
beforeEach(async () => {
  house = await openAgentHouse(createMemoryAgentStore())
  await house.create('helper', 'open', { 'SOUL.md': 'kind\n' })
  await house.create('fixed', 'predefined', { 'SOUL.md': 'kind\n' })
  session = await house.session('helper', 'ada')
  await house.plant('helper', 'ada', 'sub/ordinary.txt', 'ordinary\n')
  await house.link('helper', 'ada', 'link', '.')
})
afterEach(() => house[Symbol.asyncDispose]())

const exec = (command: string, own = session) => own.call('runtime.exec', { command })

describe('a shell command', () => {
  test.each([
    'cat MEMORY.md',
    'cat memory.md',
    'cat Soul.md',
    'cat ./SOUL.md',
    'cat memory/notes.md',
    'cat memory/*.md',
    'head -3 sub/../USER.md | wc -l',
    'cd sub && cat ../SOUL.md',
    'cat link/SOUL.md',
    'cd memory && ls',
    'ls -la memory',
    'grep -r secret memory/',
    'cat < AGENTS.md',
    'wc -l TEAM.md DELEGATION.md',
    'some-unknown-program --file=./SOUL.md',
    'some-unknown-program memory/x.md',
    './memory/run.sh',
    'for f in SOUL.md; do cat "$f"; done',
  ])('that reads what is virtual is refused with a hint: %s', async (command) => {
    expect(await exec(command)).toMatchObject({
      status: 'failed',
      code: 'invalid_target',
      message: expect.stringMatching(/fs\.read_file.*fs\.search.*fs\.edit/),
    })
  })

  test.each([
    'echo x > MEMORY.md',
    'echo x >> memory/log.md',
    'rm SOUL.md',
    'cp sub/ordinary.txt USER.md',
    'mv sub/ordinary.txt memory/',
    'mkdir -p memory/sub',
    'touch Memory',
    'tee TOOLS.md < sub/ordinary.txt',
    'sed -i s/a/b/ IDENTITY.md',
    'ln -s /etc/hostname SOUL.md',
    "bash -c 'echo x > BOOTSTRAP.md'",
  ])('that changes what is virtual is refused, and changes nothing: %s', async (command) => {
    expect(await exec(command)).toMatchObject({ status: 'failed', code: 'invalid_target' })
    expect(await session.say('fs.list_files', {})).toMatch(/^SOUL\.md\t5\t.*\nlink\tlink\t.*\nmemory\/.*\nsub\//)
    expect(await house.onDisk('helper', 'ada', 'sub/ordinary.txt')).toBe('ordinary\n')
  })

  test.each([
    ['cat sub/ordinary.txt', 'ordinary'],
    ['grep -rn ordinary .', 'ordinary'],
    ['echo SOUL.md', 'SOUL.md'],
    ['echo "see memory/notes"', 'see memory/notes'],
    ['ls', 'sub'],
    ['mkdir -p docs && echo mine > docs/SOUL.md && cat docs/SOUL.md', 'mine'],
  ])('that touches nothing virtual runs: %s', async (command, output) => {
    expect(await exec(command)).toMatchObject({ status: 'ok' })
    expect(await session.say('runtime.exec', { command })).toContain(output)
  })

  test('a program is told the same', async () => {
    expect(await session.call('runtime.run_command', { argv: ['cat', 'SOUL.md'] })).toMatchObject({
      code: 'invalid_target',
    })
    expect(await session.call('runtime.run_command', { argv: ['ls'], cwd: 'memory' })).toMatchObject({
      code: 'invalid_target',
    })
  })

  test('what a program puts there by a name that it made up is seen by no file tool', async () => {
    await exec('python3 -c \'import os; open("SOUL"+".md", "w").write("forged")\'')
    await house.plant('helper', 'ada', 'SOUL.md', 'forged\n')
    await house.plant('helper', 'ada', 'memory/a.md', 'forged\n')
    expect(await session.say('fs.read_file', { path: 'SOUL.md' })).toBe('kind')
    expect(await session.say('fs.search', { query: 'forged' })).toContain('Nothing that the call may see in')
    expect((await session.call('fs.search', { query: 'forged' })).result.data).toMatchObject({ shown: 0, matches: [] })
    expect((await session.call('fs.glob', { pattern: 'memory/*' })).result.data).toMatchObject({ files: [] })
    expect(await session.say('fs.list_files', { path: 'memory' })).toContain('no entries')
    expect(await house.onDisk('helper', 'ada', 'SOUL.md')).toBe('forged\n')
  })
})

describe('where a program has put files of those names on the disk, a command', () => {
  beforeEach(async () => {
    await house.plant('helper', 'ada', 'SOUL.md', 'forged\n')
    await house.plant('helper', 'ada', 'memory/a.md', 'forged\n')
    await house.plant('helper', 'ada', 'plain.md', 'ordinary\n')
  })

  test.each([
    'cat SO*',
    'cat *.md',
    'cat ?OUL.md',
    'cat [S]OUL.md',
    'cat link/S*',
    'cat */a.md',
    'cat m*/*',
    'for f in S*; do cat "$f"; done',
    'cat < SO*',
    'git blame SOUL.md',
    'git diff -- SOUL.md',
    'git show HEAD:SOUL.md',
    'some-unknown-program -f SOUL.md',
    'some-unknown-program -fSOUL.md',
    'some-unknown-program --file=SOUL.md',
    'some-unknown-program @SOUL.md',
    'echo SOUL.md | xargs cat',
  ])('that would find one is refused with a hint: %s', async (command) => {
    expect(await exec(command)).toMatchObject({ status: 'failed', code: 'invalid_target' })
  })

  test.each([
    ['cat pl*', 'ordinary'],
    ['cat sub/*.txt', 'ordinary'],
    ['echo "about SOUL.md"', 'about SOUL.md'],
  ])('that finds others runs: %s', async (command, output) => {
    expect(await session.say('runtime.exec', { command })).toContain(output)
  })
})

describe.each<[Role, boolean]>([
  ['main', true],
  ['orchestrator', true],
  ['sub', false],
  ['fork', false],
  ['worker', false],
])('a run of the role %s', (role, mayWrite) => {
  const changes = [
    ['fs.write_file', { path: 'memory/new.md', content: 'x' }],
    ['fs.write_file', { path: 'MEMORY.md', content: 'x', append: true }],
    ['fs.edit', { path: 'Memory.md', edits: [{ old: 'known', new: 'forgotten' }] }],
    ['fs.move', { from: 'MEMORY.md', to: 'out.md' }],
    ['fs.move', { from: 'sub/ordinary.txt', to: 'memory/in.md' }],
    ['fs.delete', { path: 'memory', recursive: true }],
  ] as const

  test.each(changes)(`${mayWrite ? 'changes' : 'reads and does not change'} the memory: %s %o`, async (tool, args) => {
    await session.call('fs.write_file', { path: 'MEMORY.md', content: 'known\n' })
    await session.call('fs.write_file', { path: 'memory/old.md', content: 'old\n' })
    const own = await house.session('helper', 'ada', role)
    expect(await own.say('fs.read_file', { path: 'MEMORY.md' })).toBe('known')
    const outcome = await own.call(tool, args)
    if (mayWrite) expect(outcome).toMatchObject({ status: 'ok' })
    else {
      expect(outcome).toMatchObject({
        status: 'denied',
        code: 'memory_readonly',
        message: expect.stringContaining('into your answer'),
      })
      expect(await session.say('fs.read_file', { path: 'MEMORY.md' })).toBe('known')
    }
  })

  test('hears the same about a command', async () => {
    const own = await house.session('helper', 'ada', role)
    const code = mayWrite ? 'invalid_target' : 'memory_readonly'
    for (const command of ['echo x >> MEMORY.md', 'rm -r memory', 'cp sub/ordinary.txt memory/x.md'])
      expect(await exec(command, own)).toMatchObject({ code })
    expect(await exec('cat MEMORY.md', own)).toMatchObject({ code: 'invalid_target' })
  })

  test('changes context files as its agent may', async () => {
    const own = await house.session('helper', 'ada', role)
    expect(await own.call('fs.write_file', { path: 'USER.md', content: 'Ada' })).toMatchObject({ status: 'ok' })
  })
})

test('a command that would change what all users of an agent share hears why it may not', async () => {
  const fixed = await house.session('fixed', 'ada')
  expect(await exec('echo x > SOUL.md', fixed)).toMatchObject({
    status: 'denied',
    code: 'path_outside_roots',
    message: expect.stringContaining('the same for all of its users'),
  })
})
