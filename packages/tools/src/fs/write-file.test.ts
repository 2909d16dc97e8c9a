import { chmod, link, readFile, stat, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

describe('writing a file', () => {
  test('creates it, and folders on the way', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('fs.write_file', { path: 'a/b/c.txt', content: 'hello' })
    expect(outcome.result.data).toEqual({
      path: 'a/b/c.txt',
      bytes: 5,
      hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      created: true,
      overwritten: false,
      appended: false,
      backed_up: false,
    })
    expect(await workspace.read('a/b/c.txt')).toBe('hello')
  })

  test('without create_dirs does not make folders', async () => {
    await using workspace = await openWorkspace()
    const args = { path: 'a/b.txt', content: 'x', create_dirs: false }
    expect(await workspace.call('fs.write_file', args)).toMatchObject({ code: 'file_not_found' })
  })

  test('over an existing one needs overwrite', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'old' })
    const args = { path: 'a.txt', content: 'new' }
    expect(await workspace.call('fs.write_file', args)).toMatchObject({ status: 'failed', code: 'path_conflict' })
    expect(await workspace.call('fs.write_file', { ...args, overwrite: true })).toMatchObject({ status: 'ok' })
    expect(await workspace.read('a.txt')).toBe('new')
  })

  test('refuses overwrite together with append, and a folder', async () => {
    await using workspace = await openWorkspace({ 'src/a.txt': '' })
    const both = { path: 'a', content: '', overwrite: true, append: true }
    expect(await workspace.call('fs.write_file', both)).toMatchObject({ code: 'validation_error' })
    expect(await workspace.call('fs.write_file', { path: 'src', content: '' })).toMatchObject({
      code: 'is_a_directory',
    })
  })

  test('appends in the encoding of the file', async () => {
    await using workspace = await openWorkspace({
      'a.txt': 'a\n',
      'wide.txt': Buffer.from('\uFEFFä', 'utf16le'),
      'latin.txt': Buffer.from('\xe4', 'latin1'),
    })
    const append = (path: string, content: string) => workspace.call('fs.write_file', { path, content, append: true })
    expect((await append('a.txt', 'b\n')).result.data).toMatchObject({ appended: true, bytes: 4 })
    expect(await workspace.read('a.txt')).toBe('a\nb\n')
    expect((await append('wide.txt', 'ö')).result.data).toMatchObject({ bytes: 6 })
    expect((await append('new.txt', 'x')).result.data).toMatchObject({ created: true })
    expect(await append('latin.txt', '→')).toMatchObject({ code: 'validation_error' })
  })

  test('through a link keeps the link and the mode of the file', async () => {
    await using workspace = await openWorkspace({ 'real.sh': 'old' })
    await chmod(workspace.at('real.sh'), 0o751)
    await symlink('real.sh', workspace.at('link.sh'))
    await workspace.call('fs.write_file', { path: 'link.sh', content: 'new', overwrite: true })
    expect(await workspace.read('real.sh')).toBe('new')
    expect((await stat(workspace.at('real.sh'))).mode & 0o777).toBe(0o751)
    expect(await workspace.read('link.sh')).toBe('new')
  })

  test('of a file with several names changes it under all of them', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'old' })
    await link(workspace.at('a.txt'), workspace.at('b.txt'))
    await workspace.call('fs.write_file', { path: 'a.txt', content: 'new', overwrite: true })
    expect(await workspace.read('b.txt')).toBe('new')
  })
})

describe('writing over what the session has read', () => {
  test("a whole-file write from an earlier read does not destroy another's change", async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'old' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    await workspace.put('a.txt', 'of another')
    const args = { path: 'a.txt', content: 'new', overwrite: true }
    const outcome = await workspace.call('fs.write_file', args)
    expect(outcome).toMatchObject({ status: 'failed', code: 'stale_file' })
    expect(outcomeText(outcome)).toContain('Read it again')
    expect(await workspace.read('a.txt')).toBe('of another')
    await workspace.call('fs.read_file', { path: 'a.txt' })
    expect(await workspace.call('fs.write_file', args)).toMatchObject({ status: 'ok' })
  })

  test('a change of the same length in the same millisecond counts: content is compared, not time', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'aaa' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    await workspace.put('a.txt', 'bbb')
    const outcome = await workspace.call('fs.write_file', { path: 'a.txt', content: 'c', append: true })
    expect(outcome).toMatchObject({ code: 'stale_file' })
  })

  test("the session's own writes do not surprise it", async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'one' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    const write = (content: string) => workspace.call('fs.write_file', { path: 'a.txt', content, overwrite: true })
    expect(await write('two')).toMatchObject({ status: 'ok' })
    expect(await write('three')).toMatchObject({ status: 'ok' })
  })

  test('a file touched without a change is not stale', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'one' })
    await workspace.call('fs.read_file', { path: 'a.txt' })
    await workspace.put('a.txt', 'one')
    const args = { path: 'a.txt', content: 'two', overwrite: true }
    expect(await workspace.call('fs.write_file', args)).toMatchObject({ status: 'ok' })
  })
})

describe('the encoding of a file', () => {
  test('is kept with its byte order mark when the file is replaced', async () => {
    await using workspace = await openWorkspace({
      'a.txt': '\ufeffone\n',
      'b.txt': Buffer.from('\ufeffone\n', 'utf16le'),
      'c.txt': Buffer.from('gr\xfcn\n', 'latin1'),
    })
    for (const path of ['a.txt', 'b.txt', 'c.txt'])
      expect(await workspace.call('fs.write_file', { path, content: 'blüte\n', overwrite: true })).toMatchObject({
        status: 'ok',
      })
    expect(await workspace.read('a.txt')).toBe('\ufeffblüte\n')
    expect(await readFile(workspace.at('b.txt'), 'utf16le')).toBe('\ufeffblüte\n')
    expect(await readFile(workspace.at('c.txt'), 'latin1')).toBe('blüte\n')
  })

  test('gives way to UTF-8 where the new content says so', async () => {
    await using workspace = await openWorkspace({
      'a.xml': Buffer.from('<?xml version="1.0" encoding="latin1"?><a>\xfc</a>', 'latin1'),
    })
    const content = '<?xml version="1.0" encoding="UTF-8"?><a>ü→</a>'
    expect(await workspace.call('fs.write_file', { path: 'a.xml', content, overwrite: true })).toMatchObject({
      status: 'ok',
    })
    expect(await workspace.read('a.xml')).toBe(content)
  })

  test('refuses by name what it cannot represent, whole or appended', async () => {
    await using workspace = await openWorkspace({ 'a.txt': Buffer.from('gr\xfcn\n', 'latin1') })
    for (const way of [{ overwrite: true }, { append: true }])
      expect(await workspace.call('fs.write_file', { path: 'a.txt', content: 'a → b', ...way })).toMatchObject({
        code: 'validation_error',
        message: expect.stringContaining('windows-1252, which cannot represent "→" (U+2192)'),
      })
  })
})

test.each(['fs.write_file', 'fs.edit'])('half a character was stored as U+FFFD by %s: it is refused', async (tool) => {
  await using workspace = await openWorkspace()
  const content = 'a\ud83db'
  const args = tool === 'fs.edit' ? { edits: [{ old: '', new: content }], create_if_missing: true } : { content }
  expect(await workspace.call(tool, { path: 'a.txt', ...args })).toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining('U+D83D'),
  })
  expect(await workspace.call('fs.read_file', { path: 'a.txt' })).toMatchObject({ code: 'file_not_found' })
})
