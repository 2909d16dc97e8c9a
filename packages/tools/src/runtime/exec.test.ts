import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

describe('a command line', () => {
  test('is read by a shell: pipes, redirections and variables work', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'one\ntwo\n' })
    const outcome = await workspace.call('runtime.exec', {
      command: 'n=$(wc -l < a.txt); echo "lines: $n" | tee out.txt',
    })
    expect(outcomeText(outcome)).toMatch(/^Exit code 0 after \d+\.\d s\.\n--- stdout\nlines: 2$/)
    expect(outcome.result.data).toMatchObject({ command: expect.any(String), cwd: workspace.folder, exit_code: 0 })
    expect(await workspace.read('out.txt')).toBe('lines: 2\n')
  })

  test('that begins like an option is a line all the same', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.exec', { command: '-c; echo second' })
    expect(outcomeText(outcome)).toContain('second')
  })

  test('runs in its workdir and reads its stdin, which is empty by default', async () => {
    await using workspace = await openWorkspace({ 'sub/b.txt': '' })
    const given = await workspace.call('runtime.exec', { command: 'cat; pwd', workdir: 'sub', stdin: 'from stdin\n' })
    expect(outcomeText(given)).toContain(`from stdin\n${workspace.at('sub')}`)
    expect((await workspace.call('runtime.exec', { command: 'cat' })).status).toBe('ok')
  })

  test('that fails is a result with its code, its last words and its output', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.exec', { command: 'echo so far; echo broken >&2; exit 7' })
    expect(outcome).toMatchObject({
      code: 'command_failed',
      message: expect.stringMatching(/Exit code 7 .* It said: "broken"/),
    })
    expect(outcomeText(outcome)).toContain('so far')
    expect(outcome.result.data).toMatchObject({ exit_code: 7 })
  })

  test('is stopped at its time limit with all it started', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.exec', {
      command: 'echo begun; sleep 60 & sleep 60',
      timeout_seconds: 1,
    })
    expect(outcome).toMatchObject({ code: 'timeout' })
    expect(outcomeText(outcome)).toContain('begun')
  })

  test('shows the last state of a progress bar, without escapes, and keeps the rest in an artifact', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.exec', {
      command: String.raw`printf '10%%\r50%%\r\033[32m100%%\033[0m\ndone\n'`,
    })
    expect(outcomeText(outcome)).toContain('--- stdout\n100%\ndone')
    expect(outcomeText(outcome)).not.toContain('50%')
    expect(outcome.result.content.at(-1)).toMatchObject({ type: 'artifact_ref', bytes: 27 })
  })

  test.each([
    ['git commit', 'git commit --allow-empty', '-m'],
    ['git commit --amend', 'git commit --allow-empty -qm x && git commit --amend --allow-empty', '--no-edit'],
    ['git tag -a', 'git commit --allow-empty -qm x && git tag -a v1', '-m'],
    ['git rebase -i', 'git commit --allow-empty -qm x && git rebase -i --root', 'GIT_SEQUENCE_EDITOR'],
  ])('%s opens no editor, fails at once and names the way out', async (_, command, way) => {
    await using workspace = await openWorkspace()
    const identity = 'git config user.email a@example.org && git config user.name A'
    const outcome = await workspace.call('runtime.exec', { command: `git init -q . && ${identity} && ${command}` })
    expect(outcome).toMatchObject({ code: 'command_failed' })
    expect(outcomeText(outcome)).toContain('No editor can be opened here')
    expect(outcomeText(outcome)).toContain(way)
  })

  test('no start-up file of a shell is read', async () => {
    await using workspace = await openWorkspace({ 'rc.sh': 'echo start-up file was read' })
    const before = process.env.BASH_ENV
    process.env.BASH_ENV = workspace.at('rc.sh')
    try {
      const outcome = await workspace.call('runtime.exec', { command: 'echo "[$BASH_ENV][$ENV]"' })
      expect(outcomeText(outcome)).toContain('--- stdout\n[][]')
    } finally {
      if (before === undefined) delete process.env.BASH_ENV
      else process.env.BASH_ENV = before
    }
  })
})

describe('output that is too large to hold', () => {
  test('goes to an artifact as it comes, both streams in order, and the result keeps head and tail', async () => {
    await using workspace = await openWorkspace()
    const command = 'echo START; yes 0123456789 | head -c 3000000; echo to-stderr >&2; echo END'
    const outcome = await workspace.call('runtime.exec', { command })
    expect(outcome.result.data).toMatchObject({ truncated: true, stdout_bytes: 3_000_010 })
    expect(outcomeText(outcome)).toContain('START')
    expect(outcomeText(outcome)).toContain('END')
    expect(outcomeText(outcome)).toContain('read more with artifact.read')
    expect(outcome.result.content).toContainEqual(expect.objectContaining({ type: 'artifact_ref', bytes: 1_048_576 }))
  })
})
