import { mkdir, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

async function find(workspace: Workspace, args: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const outcome = await workspace.call('fs.glob', { sort: 'path', ...args })
  if (outcome.status !== 'ok') throw new Error(outcome.result.content.map((block) => JSON.stringify(block)).join())
  return (outcome.result.data as { files: string[] }).files
}

describe('finding files', () => {
  const files = {
    'src/a.ts': '',
    'src/deep/b.tsx': '',
    'src/c.js': '',
    'node_modules/x/d.ts': '',
    '.github/e.yml': '',
    'dist/f.ts': '',
  }

  test('by a pattern with globstar and braces, relative to the folder', async () => {
    await using workspace = await openWorkspace(files)
    expect(await find(workspace, { pattern: 'src/**/*.{ts,tsx}' })).toEqual(['src/a.ts', 'src/deep/b.tsx'])
    expect(await find(workspace, { pattern: '**/*.tsx', path: 'src' })).toEqual(['src/deep/b.tsx'])
    expect(await find(workspace, { pattern: '**/*.yml' })).toEqual(['.github/e.yml'])
    expect(await find(workspace, { pattern: 'src/a.ts' })).toEqual(['src/a.ts'])
  })

  test('passes over dependency and build folders unless one is named', async () => {
    await using workspace = await openWorkspace(files)
    expect(await find(workspace, { pattern: '**/*.ts' })).toEqual(['src/a.ts'])
    expect(await find(workspace, { pattern: 'node_modules/**/*.ts' })).toEqual(['node_modules/x/d.ts'])
  })

  test('honours ignore files, also those of folders above, unless told not to', async () => {
    await using workspace = await openWorkspace({ '.gitignore': '*.gen.ts\n', 'src/a.gen.ts': '', 'src/a.ts': '' })
    expect(await find(workspace, { pattern: '*.ts', path: 'src' })).toEqual(['src/a.ts'])
    expect(await find(workspace, { pattern: '*.ts', path: 'src', ignore: false })).toEqual(['src/a.gen.ts', 'src/a.ts'])
  })

  test('looked into an ignored folder that a pattern named: as a search, only where the path or ignore=false asks', async () => {
    await using workspace = await openWorkspace({ '.gitignore': 'buildx/\n', 'buildx/sub/a.ts': '', 'b.ts': '' })
    for (const pattern of ['buildx/*', 'buildx/sub/*']) expect(await find(workspace, { pattern })).toEqual([])
    expect(await find(workspace, { pattern: 'buildx/sub/*', ignore: false })).toEqual(['buildx/sub/a.ts'])
    expect(await find(workspace, { pattern: 'sub/*', path: 'buildx' })).toEqual(['buildx/sub/a.ts'])
  })

  test('puts the newest first, and cuts after sorting', async () => {
    await using workspace = await openWorkspace({ 'a.ts': '', 'b.ts': '', 'c.ts': '' })
    await utimes(workspace.at('b.ts'), 100, 300)
    await utimes(workspace.at('a.ts'), 100, 200)
    await utimes(workspace.at('c.ts'), 100, 100)
    const outcome = await workspace.call('fs.glob', { pattern: '*.ts', limit: 2 })
    expect(outcome.result.data).toMatchObject({ files: ['b.ts', 'a.ts'], count: 3, truncated: true })
    expect(outcomeText(outcome)).toContain('Shown: 2 of 3.')
  })

  test('without a match is retried by extension, which the result says', async () => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.glob', { pattern: 'lib/a.ts' })
    expect(outcome.result.data).toMatchObject({ files: ['src/a.ts'], retried_as: '**/*.ts' })
    expect(outcomeText(outcome)).toContain('Nothing matches "lib/a.ts"; these match **/*.ts.')
  })

  test('without any match says so, and names the skipped folders', async () => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.glob', { pattern: '*.rs' })
    expect(outcomeText(outcome)).toMatch(/No file matches "\*\.rs".*Skipped: .*node_modules/)
  })

  test.each(['*.ts,*.tsx', '*.ts *.tsx', 'src/*.js, lib/*.js'])(
    '%s is named as the fault, with the pattern to write',
    async (pattern) => {
      await using workspace = await openWorkspace(files)
      for (const [tool, args] of [
        ['fs.glob', { pattern }],
        ['fs.search', { query: 'x', glob: pattern }],
      ] as const)
        expect(await workspace.call(tool, args)).toMatchObject({
          code: 'validation_error',
          message: expect.stringMatching(/\{\S+,\S+\}/),
        })
    },
  )

  test('in a folder that is missing or a file says so', async () => {
    await using workspace = await openWorkspace(files)
    expect(await workspace.call('fs.glob', { pattern: '*', path: 'scr' })).toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining('"src"'),
    })
    expect(await workspace.call('fs.glob', { pattern: '*', path: 'src/a.ts' })).toMatchObject({
      code: 'invalid_target',
    })
  })

  test('a pattern that leads out of the folder is a target outside', async () => {
    await using workspace = await openWorkspace(files)
    const outcome = await workspace.call('fs.glob', { pattern: '../../*.conf' })
    expect(outcome.result.meta.targets).toMatchObject([{ zone: 'outside', recursive: true }])
  })

  test('a pattern through a link out of the folder was a defect of the tool: it is a target outside', async () => {
    await using workspace = await openWorkspace(files)
    await symlink(tmpdir(), workspace.at('out'))
    await symlink('src', workspace.at('in'))
    const outcome = await workspace.call('fs.glob', { pattern: 'out/*.no-such-file' })
    expect(outcome).toMatchObject({ status: 'ok' })
    expect(outcome.result.meta.targets).toMatchObject([{ zone: 'workspace' }, { zone: 'outside', declared: 'out' }])
    expect(await find(workspace, { pattern: 'in/*.ts', sort: 'path' })).toEqual(['src/a.ts'])
  })

  test('never shows own data, and only counts what may hold credentials', async () => {
    await using workspace = await openWorkspace({ '.drawbridge/x.ts': '', '.env': '', 'a.ts': '' })
    expect(await find(workspace, { pattern: '**' })).toEqual(['a.ts'])
    const outcome = await workspace.call('fs.glob', { pattern: '**' })
    expect(outcome.result.data).toMatchObject({ hidden: 1 })
  })

  test('answers guesses at the names of hidden files the same, right or wrong', async () => {
    await using workspace = await openWorkspace({ '.env.local': '', 'keys/server.pem': '', 'a.ts': '' })
    const answer = async (pattern: string) => {
      const { result } = await workspace.call('fs.glob', { pattern })
      return JSON.stringify([result.content, result.data]).replaceAll(JSON.stringify(pattern).slice(1, -1), '')
    }
    expect(await answer('.env.l*')).toBe(await answer('.env.m*'))
    expect(await answer('**/s*.pem')).toBe(await answer('**/t*.pem'))
  })

  test('an empty folder is not a failure: the search program ends with 1 there', async () => {
    await using workspace = await openWorkspace()
    await mkdir(workspace.at('empty'))
    expect(await workspace.call('fs.glob', { pattern: '*', path: 'empty' })).toMatchObject({ status: 'ok' })
  })
})
