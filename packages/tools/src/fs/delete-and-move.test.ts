import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../testing/open-workspace.ts'

describe('deleting', () => {
  test('a file removes it; a folder only goes with recursive', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x', 'src/b.txt': 'x' })
    expect((await workspace.call('fs.delete', { path: 'a.txt' })).result.data).toMatchObject({ kind: 'file' })
    expect(await workspace.call('fs.delete', { path: 'src' })).toMatchObject({ code: 'is_a_directory' })
    expect(await workspace.call('fs.delete', { path: 'src', recursive: true })).toMatchObject({ status: 'ok' })
    expect(existsSync(workspace.at('src'))).toBe(false)
  })

  test('a missing path says so', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    expect(await workspace.call('fs.delete', { path: 'b.txt' })).toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining('"a.txt"'),
    })
  })

  test('a file that changed since it was read was deleted with what nobody had seen: it is refused', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x', 'b.txt': 'never read' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    await workspace.put('a.txt', 'of another')
    expect(await workspace.call('fs.delete', { path: 'a.txt' })).toMatchObject({ code: 'stale_file' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    expect(await workspace.call('fs.delete', { path: 'a.txt' })).toMatchObject({ status: 'ok' })
    expect(await workspace.call('fs.delete', { path: 'b.txt' })).toMatchObject({ status: 'ok' })
  })

  test('and writing again is not a change of what was read', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    await workspace.call('fs.delete', { path: 'a.txt' })
    await workspace.put('a.txt', 'of another')
    const args = { path: 'a.txt', content: 'y', overwrite: true }
    expect(await workspace.call('fs.write_file', args)).toMatchObject({ status: 'ok' })
  })
})

describe('moving', () => {
  test('a file renames it; what the session knew of it moves along', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    const moved = await workspace.call('fs.move', { from: 'a.txt', to: 'b.txt' })
    expect(moved.result.data).toEqual({
      from: 'a.txt',
      to: 'b.txt',
      kind: 'file',
      overwritten: false,
      backed_up: false,
    })
    await workspace.put('b.txt', 'of another')
    const edits = [{ old: 'another', new: 'mine' }]
    expect(await workspace.call('fs.edit', { path: 'b.txt', edits })).toMatchObject({ code: 'stale_file' })
  })

  test('into a folder that does not exist makes it', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    expect(await workspace.call('fs.move', { from: 'a.txt', to: 'new/deep/b.txt' })).toMatchObject({ status: 'ok' })
    expect(await workspace.read('new/deep/b.txt')).toBe('x')
  })

  test('onto a file needs overwrite, onto a folder is never meant', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'new', 'b.txt': 'old', 'src/c.txt': '' })
    const args = { from: 'a.txt', to: 'b.txt' }
    expect(await workspace.call('fs.move', args)).toMatchObject({ code: 'path_conflict' })
    expect(await workspace.call('fs.move', { from: 'a.txt', to: 'src', overwrite: true })).toMatchObject({
      code: 'path_conflict',
    })
    expect((await workspace.call('fs.move', { ...args, overwrite: true })).result.data).toMatchObject({
      overwritten: true,
    })
    expect(await workspace.read('b.txt')).toBe('new')
  })

  test('onto a file that changed since it was read is refused', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'new', 'b.txt': 'old' })
    await workspace.call('fs.read_file', { path: 'b.txt' })
    await workspace.put('b.txt', 'of another')
    const args = { from: 'a.txt', to: 'b.txt', overwrite: true }
    expect(await workspace.call('fs.move', args)).toMatchObject({ code: 'stale_file' })
  })

  test('a folder only goes with recursive, and a missing one says so', async () => {
    await using workspace = await openWorkspace({ 'src/a.txt': 'x' })
    const args = { from: 'src', to: 'lib' }
    expect(await workspace.call('fs.move', args)).toMatchObject({ code: 'is_a_directory' })
    expect(await workspace.call('fs.move', { ...args, recursive: true })).toMatchObject({ status: 'ok' })
    expect(await workspace.read('lib/a.txt')).toBe('x')
    expect(await workspace.call('fs.move', args)).toMatchObject({ code: 'file_not_found' })
  })
})
