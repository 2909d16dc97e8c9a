import { symlink, writeFile } from 'node:fs/promises'
import { platform } from 'node:process'
import { describe, expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

async function list(workspace: Workspace, args: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  const { result } = await workspace.call('fs.list_files', args)
  return (result.data as { entries: { path: string }[] }).entries.map((entry) => entry.path)
}

describe('listing a folder', () => {
  test('tells type, size and time of each entry, in name order', async () => {
    await using workspace = await openWorkspace({ 'b.txt': 'abc', 'a/c.txt': '' })
    await symlink('b.txt', workspace.at('c'))
    const outcome = await workspace.call('fs.list_files', {})
    expect(outcome.result.data).toMatchObject({
      entries: [
        { path: 'a', type: 'directory', modified: expect.stringMatching(/^\d{4}-.*Z$/) },
        { path: 'b.txt', type: 'file', size: 3 },
        { path: 'c', type: 'symlink' },
      ],
      count: 3,
      truncated: false,
    })
    expect(outcomeText(outcome)).toMatch(/^a\/\t.*\nb\.txt\t3\t.*\nc\tlink\t/)
  })

  test('goes as deep as asked', async () => {
    await using workspace = await openWorkspace({ 'a/b/c/d.txt': '' })
    expect(await list(workspace)).toEqual(['a'])
    expect(await list(workspace, { depth: 2 })).toEqual(['a', 'a/b'])
    expect(await list(workspace, { recursive: true })).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/d.txt'])
  })

  test('stops at the limit and says so', async () => {
    await using workspace = await openWorkspace({ a: '', b: '', c: '' })
    const outcome = await workspace.call('fs.list_files', { limit: 2 })
    expect(outcome.result.data).toMatchObject({ count: 2, truncated: true })
    expect(outcomeText(outcome)).toContain('Stopped at 2 entries')
    expect((await workspace.call('fs.list_files', { limit: 3 })).result.data).toMatchObject({ truncated: false })
  })

  test('of an empty folder, a file or a missing path says so', async () => {
    await using workspace = await openWorkspace({ 'a.txt': '' })
    expect(await workspace.call('fs.list_files', { path: 'a.txt' })).toMatchObject({ code: 'invalid_target' })
    expect(await workspace.call('fs.list_files', { path: 'b' })).toMatchObject({ code: 'file_not_found' })
    await workspace.call('fs.delete', { path: 'a.txt' })
    expect(outcomeText(await workspace.call('fs.list_files', {}))).toBe('[The folder has no entries to show.]')
  })
})

describe('folders of dependencies and builds', () => {
  const files = { 'node_modules/x/a.js': '', 'src/vendor/b.js': '', 'src/c.js': '' }

  test('filled a recursive listing: they are listed without their contents, which the result says', async () => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.list_files', { recursive: true })
    expect(outcome.result.data).toMatchObject({ count: 4, skipped: ['node_modules', 'src/vendor'] })
    expect(outcomeText(outcome)).toContain('Listed without their contents: node_modules, src/vendor.')
  })

  test('are listed where the path names one', async () => {
    await using workspace = await openWorkspace(files)
    expect(await list(workspace, { path: 'node_modules', recursive: true })).toEqual([
      'node_modules/x',
      'node_modules/x/a.js',
    ])
  })
})

test.skipIf(platform === 'darwin')('a name that is not UTF-8 was absent without a word', async () => {
  await using workspace = await openWorkspace({ 'a.txt': 'needle' })
  await writeFile(Buffer.concat([Buffer.from(workspace.at('caf')), Buffer.of(0xe9)]), 'needle')
  const listed = await workspace.call('fs.list_files', {})
  expect(listed.result.data).toMatchObject({ count: 1, unnamed: 1 })
  expect(outcomeText(listed)).toContain('names that are not UTF-8, which no tool can open: 1.')
  for (const [tool, args] of [
    ['fs.glob', { pattern: '*' }],
    ['fs.search', { query: 'needle' }],
    ['fs.search', { query: 'needle', mode: 'count' }],
  ] as const)
    expect(outcomeText(await workspace.call(tool, args))).toMatch(
      /a\.txt[\s\S]*Names that are not UTF-8[\s\S]*caf\ufffd/,
    )
})

describe('ignore files', () => {
  const files = {
    '.gitignore': '*.log\n/dist/\n',
    '.git/config': '',
    'a.log': '',
    'dist/x.js': '',
    'src/.gitignore': '!keep.log\nsecret/\n',
    'src/keep.log': '',
    'src/dist/y.js': '',
    'src/secret/z.ts': '',
  }

  test('count on every level, deeper ones override, and .git is never listed', async () => {
    await using workspace = await openWorkspace(files)
    expect(await list(workspace, { recursive: true })).toEqual([
      '.gitignore',
      'src',
      'src/.gitignore',
      'src/dist',
      'src/keep.log',
    ])
  })

  test('above the listed folder count too, but not where it is named although ignored', async () => {
    await using workspace = await openWorkspace({ ...files, 'src/b.log': '' })
    expect(await list(workspace, { path: 'src' })).not.toContain('b.log')
    expect(await list(workspace, { path: 'dist' })).toEqual(['dist/x.js'])
  })

  test('do not count with ignore=false', async () => {
    await using workspace = await openWorkspace(files)
    expect(await list(workspace, { ignore: false })).toEqual(['.git', '.gitignore', 'a.log', 'dist', 'src'])
  })
})

describe('what may not be seen', () => {
  test('own data is absent without a trace, files that may hold credentials are counted', async () => {
    await using workspace = await openWorkspace({ '.drawbridge/x': '', '.env': 'x', 'a.txt': '' })
    const outcome = await workspace.call('fs.list_files', { recursive: true, ignore: false })
    expect(outcome.result.data).toMatchObject({ entries: [{ path: 'a.txt' }], hidden: 1 })
    expect(outcomeText(outcome)).not.toContain('drawbridge')
  })
})
