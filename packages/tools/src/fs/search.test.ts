import { symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { madeUpToken } from '../testing/made-up-token.ts'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

async function searchIn(workspace: Workspace, args: Readonly<Record<string, unknown>>) {
  const outcome = await workspace.call('fs.search', args)
  const data = outcome.result.data as {
    matches: { path: string; line: number; text: string; kind: string }[]
    files: { path: string; count: number }[]
  }
  return { outcome, data, text: outcomeText(outcome) }
}

describe('a hidden value', () => {
  const token = madeUpToken(1)
  const files = { 'a.conf': `NAME=one\nTOKEN=${token}\n`, 'b.ts': 'const one = 1\n' }
  const right = token.slice(0, 8)
  const wrong = `${token.slice(0, 7)}${token[7] === 'x' ? 'y' : 'x'}`

  test.each(['content', 'files', 'count'])(
    'answers no guess at it in mode %s: a right one finds what a wrong one does',
    async (mode) => {
      await using workspace = await openWorkspace(files)
      for (const around of [
        ['', ''],
        ['TOKEN=', ''],
        ['^TOKEN=', '.*$'],
        ['', '|nothing'],
      ]) {
        const found = await Promise.all(
          [right, wrong].map((guess) => searchIn(workspace, { query: around.join(guess), mode, path: '.' })),
        )
        const [ofRight, ofWrong] = found.map(({ text }) => text.replaceAll(right, '?').replaceAll(wrong, '?'))
        expect(ofRight).toBe(ofWrong)
        expect(found[0]?.text).not.toContain('a.conf')
      }
    },
  )

  test('does not hide its line from a search for what is shown of it', async () => {
    await using workspace = await openWorkspace(files)
    expect((await searchIn(workspace, { query: 'TOKEN' })).text).toBe('a.conf\n2: TOKEN=[REDACTED]')
    expect((await searchIn(workspace, { query: 'TOKEN=.*' })).text).toBe('a.conf\n2: TOKEN=[REDACTED]')
    expect((await searchIn(workspace, { query: 'one', mode: 'count' })).text).toContain('a.conf\t1\nb.ts\t1')
  })
})

describe('searching files', () => {
  const files = {
    'src/a.ts': 'one\nneedle here\nthree\n',
    'src/b.js': 'a needle\n',
    'c.md': 'Needle\r\nneedle\r\n',
    'src/bin.dat': Buffer.from('needle\0needle'),
  }

  test('gives matching lines by file with their numbers', async () => {
    await using workspace = await openWorkspace(files)
    const { data, text } = await searchIn(workspace, { query: 'needle$' })
    expect(data.matches).toEqual([
      { path: 'c.md', line: 2, column: 1, text: 'needle', kind: 'match' },
      { path: 'src/b.js', line: 1, column: 3, text: 'a needle', kind: 'match' },
    ])
    expect(text).toBe('c.md\n2: needle\n\nsrc/b.js\n1: a needle')
  })

  test('shows the lines around a match in one file', async () => {
    await using workspace = await openWorkspace(files)
    const { text } = await searchIn(workspace, { query: 'needle', path: 'src/a.ts', context: 1 })
    expect(text).toBe('src/a.ts\n1- one\n2: needle here\n3- three')
  })

  test('matches text as it is', async () => {
    await using workspace = await openWorkspace({ 'a.ts': 'f(x)\nfx\n-v\n' })
    expect((await searchIn(workspace, { query: 'f(x)', regex: false })).data.matches).toMatchObject([{ line: 1 }])
    expect((await searchIn(workspace, { query: '-v', regex: false })).data.matches).toMatchObject([{ line: 3 }])
    expect((await searchIn(workspace, { query: '--files' })).outcome.status).toBe('ok')
  })

  test('matches across lines', async () => {
    await using workspace = await openWorkspace(files)
    const { data } = await searchIn(workspace, { query: 'one\\nneedle', multiline: true })
    expect(data.matches).toMatchObject([{ path: 'src/a.ts', line: 1, text: 'one\nneedle here' }])
    expect(await workspace.call('fs.search', { query: 'one\\nneedle' })).toMatchObject({ code: 'invalid_pattern' })
  })

  test('lists names of files, or counts of all', async () => {
    await using workspace = await openWorkspace(files)
    const names = await searchIn(workspace, { query: '(?i)needle', mode: 'files' })
    expect(names.text).toBe('c.md\nsrc/a.ts\nsrc/b.js')
    const counts = await searchIn(workspace, { query: '(?i)needle', mode: 'count', limit: 1 })
    expect(counts.outcome.result.data).toMatchObject({ total: 4, shown: 1, truncated: true })
  })

  test('finds text in a UTF-16 file', async () => {
    await using workspace = await openWorkspace({ 'a.txt': Buffer.from('\uFEFFgrüne needle\n', 'utf16le') })
    expect((await searchIn(workspace, { query: 'grüne' })).data.matches).toMatchObject([{ line: 1 }])
  })

  test('in cp1252, Shift_JIS and other encodings, where a match was missed silently', async () => {
    const files = {
      'latin.txt': Buffer.from('eins\nGr\xf6\xdfe = 5\n', 'latin1'),
      'japanese.txt': Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a, 0x82, 0xa0, 0x0a]),
      'utf.txt': 'Größe\n',
    }
    await using workspace = await openWorkspace(files)
    expect((await searchIn(workspace, { query: 'Größe' })).data.matches).toMatchObject([
      { path: 'latin.txt', line: 2, text: 'Größe = 5' },
      { path: 'utf.txt', line: 1 },
    ])
    expect((await searchIn(workspace, { query: 'テスト' })).text).toBe('japanese.txt\n1: テスト')
    expect((await searchIn(workspace, { query: '.', mode: 'count' })).data.files).toEqual([
      { path: 'japanese.txt', count: 2 },
      { path: 'latin.txt', count: 2 },
      { path: 'utf.txt', count: 1 },
    ])
    expect((await searchIn(workspace, { query: '^[eX]', path: 'japanese.txt' })).data.matches).toEqual([])
  })

  test.each([
    ['class A\\n\\{', true],
    ['class A\n{', false],
    ['class A\\r?\\n\\{', true],
    ['A\\r\\n\\{', true],
    ['A[\\r\\n]+\\{', true],
  ])('over lines that end with CRLF: %j', async (query, regex) => {
    await using workspace = await openWorkspace({ 'a.cs': 'x\r\nclass A\r\n{\r\n' })
    expect((await searchIn(workspace, { query, regex, multiline: true })).data.matches).toMatchObject([{ line: 2 }])
  })

  test('names a glob that no file matches, not the query alone', async () => {
    await using workspace = await openWorkspace(files)
    const { text } = await searchIn(workspace, { query: 'needle', glob: '*.rs' })
    expect(text).toContain('No file that the call may see matches the glob "*.rs".')
    expect((await searchIn(workspace, { query: 'nowhere', glob: '*.ts' })).text).not.toContain('glob')
  })

  test('without a match says so and does not fail', async () => {
    await using workspace = await openWorkspace(files)
    const { outcome, text } = await searchIn(workspace, { query: 'nowhere' })
    expect(outcome.status).toBe('ok')
    expect(text).toBe('[Nothing that the call may see in "." matches "nowhere".]')
  })

  test('does not follow links', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'needle' })
    await symlink('/etc', workspace.at('etc'))
    await symlink('/etc/passwd', workspace.at('passwd'))
    expect((await searchIn(workspace, { query: 'root' })).data.matches).toEqual([])
  })
})

describe('include patterns', () => {
  const files = {
    '.gitignore': 'gen/\n',
    'gen/a.ts': 'needle',
    'src/a.ts': 'needle',
    'src/x/b.tsx': 'needle',
    'c.ts': 'needle',
  }

  test.each([
    ['*.ts', ['c.ts', 'src/a.ts']],
    ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/x/b.tsx']],
    ['src/**', ['src/a.ts', 'src/x/b.tsx']],
    ['gen/*.ts', []],
  ])('%s never bring ignored files back', async (glob, expected) => {
    await using workspace = await openWorkspace(files)
    const { data } = await searchIn(workspace, { query: 'needle', glob, mode: 'files' })
    expect(data.files.map((file) => file.path)).toEqual(expected)
  })

  test('and types go together', async () => {
    await using workspace = await openWorkspace({ ...files, 'src/d.py': 'needle' })
    const both = await searchIn(workspace, { query: 'needle', glob: 'src/*', type: 'py', mode: 'files' })
    expect(both.data.files).toMatchObject([{ path: 'src/d.py' }])
    expect(await workspace.call('fs.search', { query: 'x', type: 'nosuch' })).toMatchObject({ code: 'invalid_pattern' })
  })

  test('ignored files are found with ignore=false', async () => {
    await using workspace = await openWorkspace(files)
    const { data } = await searchIn(workspace, { query: 'needle', glob: 'gen/*', ignore: false, mode: 'files' })
    expect(data.files).toMatchObject([{ path: 'gen/a.ts' }])
  })
})

describe('a bad expression', () => {
  test('says where it is wrong, in the query as it was sent', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    const outcome = await workspace.call('fs.search', { query: 'foo(bar' })
    expect(outcome).toMatchObject({ status: 'failed', code: 'invalid_pattern' })
    expect(outcomeText(outcome)).toContain('    foo(bar\n    ^')
    expect(outcomeText(outcome)).not.toContain('(?:')
  })

  test.each(['(?=x)', 'a{2,1}', '\\w{1000}{1000}', '[', '*'])('%s is an invalid pattern', async (query) => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    expect(await workspace.call('fs.search', { query })).toMatchObject({ code: 'invalid_pattern' })
  })
})

describe('a search with very much to find', () => {
  test('buffers everything and dies: it stops at the limit and says so', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'needle in a line\n'.repeat(500_000) })
    const { outcome, text } = await searchIn(workspace, { query: 'needle', limit: 10 })
    expect(outcome.result.data).toMatchObject({ shown: 10, truncated: true })
    expect(text).toContain('Stopped after 10 matching lines')
  })

  test('stays below the result limit', async () => {
    await using workspace = await openWorkspace({ 'a.txt': `${'needle '.repeat(80)}\n`.repeat(2000) })
    const { outcome, text } = await searchIn(workspace, { query: 'needle', limit: 2000 })
    expect(outcome.result.meta.truncated).toBeUndefined()
    expect(Buffer.byteLength(text)).toBeLessThan(50_000)
    expect(outcome.result.data).toMatchObject({ truncated: true })
  })

  test('shows of a long line the part around the match', async () => {
    await using workspace = await openWorkspace({ 'a.js': `${'ä'.repeat(5000)}needle${'x'.repeat(5000)}\n` })
    const { data } = await searchIn(workspace, { query: 'needle' })
    expect(data.matches[0]?.text).toMatch(/^…ä+needlex+…$/)
    expect(Buffer.byteLength(data.matches[0]?.text ?? '')).toBeLessThan(520)
  })

  test('gives the number of a line of 500 kB and the part around the match, without the secret beside it', async () => {
    const token = madeUpToken(2)
    const line = `${'x'.repeat(250_000)} ${token} needle ${'y'.repeat(250_000)}`
    await using workspace = await openWorkspace({ 'a.js': `one\n${line}\n` })
    const { data, text } = await searchIn(workspace, { query: 'needle' })
    expect(data.matches).toMatchObject([{ path: 'a.js', line: 2, text: expect.stringContaining(' needle yyy') }])
    expect(text).not.toContain(token)
    expect((await searchIn(workspace, { query: token.slice(0, 8) })).data.matches).toEqual([])
  })

  test('names a line that is too long to be read whole', async () => {
    await using workspace = await openWorkspace({ 'a.js': `needle${'x'.repeat(3 * 1024 ** 2)}\n` })
    const { data } = await searchIn(workspace, { query: 'needle' })
    expect(data.matches).toEqual([
      { path: 'a.js', line: null, column: null, text: '(matches in a line of more than 2 MB)', kind: 'match' },
    ])
  })
})

describe('what may not be seen', () => {
  test('is left out without a trace: a search finds the same, whatever it holds', async () => {
    const answers = async (hidden: string) => {
      await using workspace = await openWorkspace({
        '.drawbridge/x': hidden,
        '.env': hidden,
        '.git/config': hidden,
        'a.txt': 'needle',
      })
      const modes = ['content', 'files', 'count'] as const
      const found = await Promise.all(
        modes.map((mode) => searchIn(workspace, { query: 'needle', mode, ignore: false })),
      )
      const nothing = await searchIn(workspace, { query: 'needle', glob: '.env', ignore: false })
      return [...found, nothing].map(({ data, text }) => ({ data, text }))
    }
    const ofMatching = await answers('needle')
    expect(ofMatching.map(({ data }) => data)).toMatchObject([{ shown: 1 }, { shown: 1 }, { shown: 1 }, { shown: 0 }])
    expect(ofMatching).toEqual(await answers('another'))
  })
})
