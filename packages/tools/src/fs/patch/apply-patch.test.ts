import { chmod, mkdir, readlink, stat, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../testing/open-workspace.ts'
import { outcomeText } from '../../testing/outcome-text.ts'

const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.sh': '#!/bin/sh\necho b\n', 'old.txt': 'old\n' }
const edit = (path: string, old: string, lines: string, more = {}) => ({
  action: 'edit',
  path,
  hunks: [{ old, new: lines, ...more }],
})

describe('a patch changes several files together', () => {
  test('it creates, edits, moves and deletes', async () => {
    await using workspace = await openWorkspace(files)
    await chmod(workspace.at('b.sh'), 0o755)
    const outcome = await workspace.call('fs.apply_patch', {
      changes: [
        { action: 'create', path: 'new/c.txt', content: 'c\n' },
        edit('a.txt', 'two\n', 'TWO\n2\n'),
        { ...edit('b.sh', 'echo b\n', 'echo B\n'), to: 'bin/b.sh' },
        { action: 'delete', path: 'old.txt' },
      ],
    })
    expect(outcomeText(outcome)).toContain('Created "new/c.txt".')
    expect(outcome.result.data).toMatchObject({
      changes: [{ action: 'create', bytes: 2 }, { bytes: 16 }, { to: 'bin/b.sh' }, { action: 'delete', bytes: null }],
    })
    expect(await workspace.read('new/c.txt')).toBe('c\n')
    expect(await workspace.read('a.txt')).toBe('one\nTWO\n2\nthree\n')
    expect(await workspace.read('bin/b.sh')).toBe('#!/bin/sh\necho B\n')
    expect((await stat(workspace.at('bin/b.sh'))).mode & 0o777).toBe(0o755)
    await expect(stat(workspace.at('old.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(stat(workspace.at('b.sh'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('what the session wrote it can change again, and what somebody else changed it refuses', async () => {
    await using workspace = await openWorkspace(files)
    const patch = (old: string, lines: string) =>
      workspace.call('fs.apply_patch', { changes: [edit('a.txt', old, lines)] })
    expect(await patch('two\n', '2\n')).toMatchObject({ status: 'ok' })
    expect(await patch('2\n', 'two\n')).toMatchObject({ status: 'ok' })
    await workspace.put('a.txt', 'one\ntwo\nthree\nfour\n')
    expect(await patch('two\n', '2\n')).toMatchObject({ code: 'stale_file' })
  })
})

describe('a patch of which a part does not apply changes nothing', () => {
  test.each([
    ['lines that are not there', edit('b.sh', 'echo x\n', 'echo y\n'), 'patch_apply_failed'],
    ['a file that is not there', edit('c.txt', 'x\n', 'y\n'), 'file_not_found'],
    ['a file that exists', { action: 'create', path: 'b.sh', content: '' }, 'path_conflict'],
    ['a new path that exists', { action: 'edit', path: 'b.sh', to: 'old.txt' }, 'path_conflict'],
    ['a file to delete that is not there', { action: 'delete', path: 'c.txt' }, 'file_not_found'],
    ['a file of Drawbridge itself', edit('../home/x.txt', 'x\n', 'y\n'), 'path_outside_roots'],
    ['a file outside', edit('../x.txt', 'x\n', 'y\n'), 'denied_by_policy'],
  ])('%s', async (_what, change, code) => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.apply_patch', {
      changes: [
        { action: 'create', path: 'first.txt', content: '' },
        edit('a.txt', 'two\n', '2\n'),
        { action: 'delete', path: 'old.txt' },
      ]
        .filter(({ path }) => path !== ('to' in change ? change.to : undefined))
        .concat(change as never),
    })
    expect(outcome).toMatchObject({ code })
    expect(await workspace.read('a.txt')).toBe(files['a.txt'])
    expect(await workspace.read('old.txt')).toBe('old\n')
    await expect(stat(workspace.at('first.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a write that fails after others were made: they are undone', async () => {
    await using workspace = await openWorkspace({ ...files, 'late/x.txt': 'x\n' })
    await chmod(workspace.at('b.sh'), 0o755)
    // A file stands where a folder is needed, which is found only by writing.
    const outcome = await workspace.call('fs.apply_patch', {
      changes: [
        { action: 'create', path: 'first.txt', content: 'first\n' },
        edit('a.txt', 'two\n', '2\n'),
        { ...edit('b.sh', 'echo b\n', 'echo B\n'), to: 'moved.sh' },
        { action: 'edit', path: 'late/x.txt', to: 'first.txt/x.txt' },
        { action: 'delete', path: 'old.txt' },
      ],
    })
    expect(outcome.status).toBe('failed')
    expect(outcomeText(outcome)).toContain('No file was changed.')
    expect(await workspace.read('a.txt')).toBe(files['a.txt'])
    expect(await workspace.read('b.sh')).toBe(files['b.sh'])
    expect((await stat(workspace.at('b.sh'))).mode & 0o777).toBe(0o755)
    expect(await workspace.read('late/x.txt')).toBe('x\n')
    expect(await workspace.read('old.txt')).toBe('old\n')
    for (const name of ['first.txt', 'moved.sh'])
      await expect(stat(workspace.at(name))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a link', () => {
  const through = { ...edit('link.txt', 'two\n', '2\n'), to: 'moved.txt' }

  test('that a patch edits and moves is moved itself, and what it leads to stays where it is', async () => {
    await using workspace = await openWorkspace(files)
    await symlink('a.txt', workspace.at('link.txt'))
    expect(await workspace.call('fs.apply_patch', { changes: [through] })).toMatchObject({ status: 'ok' })
    expect(await readlink(workspace.at('moved.txt'))).toBe('a.txt')
    expect(await workspace.read('a.txt')).toBe('one\n2\nthree\n')
  })

  test('is back where it was if a later change fails', async () => {
    await using workspace = await openWorkspace(files)
    await symlink('a.txt', workspace.at('link.txt'))
    const late = [
      { action: 'create', path: 'x', content: '' },
      { action: 'create', path: 'x/y', content: '' },
    ]
    const outcome = await workspace.call('fs.apply_patch', { changes: [through, ...late] })
    expect(outcomeText(outcome)).toContain('No file was changed.')
    expect(await readlink(workspace.at('link.txt'))).toBe('a.txt')
    expect(await workspace.read('a.txt')).toBe(files['a.txt'])
  })

  test.each([
    ['./b.sh', { action: 'delete', path: './b.sh' }],
    ['link.sh', edit('link.sh', '#!/bin/sh\n', '#!/bin/bash\n')],
    ['new/../b.sh', { action: 'edit', path: 'old.txt', to: 'new/../b.sh' }],
  ])('or another spelling of a file in one patch is refused: %s', async (spelling, change) => {
    await using workspace = await openWorkspace(files)
    await symlink('b.sh', workspace.at('link.sh'))
    const changes = [edit('b.sh', 'echo b\n', 'echo B\n'), change]
    const outcome = await workspace.call('fs.apply_patch', { changes })
    expect(outcome).toMatchObject({ code: 'path_conflict' })
    expect(outcomeText(outcome)).toContain(`"${spelling}" is the same file as "b.sh"`)
    expect(await workspace.read('b.sh')).toBe(files['b.sh'])
  })
})

describe('a patch that contradicts itself is refused', () => {
  test.each([
    [
      'two changes of one file',
      [edit('a.txt', 'x\n', 'y\n'), { action: 'delete', path: 'a.txt' }],
      'names "a.txt" again',
    ],
    ['content for a deletion', [{ action: 'delete', path: 'a.txt', content: '' }], 'has no "content"'],
    ['a creation without content', [{ action: 'create', path: 'x.txt' }], 'without content'],
    ['an edit of nothing', [{ action: 'edit', path: 'a.txt' }], 'edits nothing'],
    ['an unfinished line', [edit('a.txt', 'two', '2\n')], 'without its line end'],
    ['a hunk without a change', [edit('a.txt', 'two\n', 'two\n')], 'changes nothing'],
  ])('%s', async (_what, changes, text) => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.apply_patch', { changes })
    expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
    expect(outcomeText(outcome)).toContain(text)
  })
})

test('a folder is neither edited nor deleted', async () => {
  await using workspace = await openWorkspace(files)
  await mkdir(workspace.at('folder'))
  for (const change of [{ action: 'delete', path: 'folder' }, edit('folder', 'x\n', 'y\n')])
    expect(await workspace.call('fs.apply_patch', { changes: [change] })).toMatchObject({ code: 'is_a_directory' })
})
