import { link, mkdir, open, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { onePagePdf } from '../testing/one-page-pdf.ts'
import { openWorkspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'
import { smallPng } from '../testing/small-png.ts'

const hundredLines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n')

describe('reading a text file', () => {
  test('gives its lines as they are', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'one\ntwo\n' })
    const outcome = await workspace.call('fs.read_file', { path: 'a.txt' })
    expect(outcomeText(outcome)).toBe('one\ntwo')
    expect(outcome.result.data).toEqual({
      path: 'a.txt',
      kind: 'text',
      size: 8,
      encoding: 'utf-8',
      bom: false,
      start_line: 1,
      end_line: 2,
      total_lines: 2,
      truncated: false,
      next_start_line: null,
      truncated_lines: [],
    })
  })

  test('in windows says where to continue', async () => {
    await using workspace = await openWorkspace({ 'a.txt': hundredLines })
    const outcome = await workspace.call('fs.read_file', { path: 'a.txt', start_line: 11, max_lines: 2 })
    expect(outcomeText(outcome)).toBe('line 11\nline 12\n[Lines 11-12 of 100. Continue with start_line=13.]')
    expect(outcome.result.data).toMatchObject({ truncated: true, next_start_line: 13, total_lines: 100 })
  })

  test('past its end says how many lines there are', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'one\n', 'empty.txt': '' })
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'a.txt', start_line: 9 }))).toBe(
      '[No line 9: the file has 1 lines.]',
    )
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'empty.txt' }))).toBe('[The file is empty.]')
  })

  test('with line numbers on request', async () => {
    await using workspace = await openWorkspace({ 'a.txt': hundredLines })
    const args = { path: 'a.txt', start_line: 9, max_lines: 2, line_numbers: true }
    expect(outcomeText(await workspace.call('fs.read_file', args))).toMatch(/^9\tline 9\n10\tline 10\n/)
  })

  test('cuts a line over 4,096 bytes and names it', async () => {
    await using workspace = await openWorkspace({ 'a.txt': `short\n${'ä'.repeat(3000)}\nshort\n` })
    const outcome = await workspace.call('fs.read_file', { path: 'a.txt' })
    expect(outcome.result.data).toMatchObject({ truncated_lines: [2], truncated: false })
    expect(outcomeText(outcome).split('\n')[1]).toBe('ä'.repeat(2048))
  })

  test('stops below the result limit, at the end of a line', async () => {
    await using workspace = await openWorkspace({ 'a.txt': `${'x'.repeat(999)}\n`.repeat(500) })
    const outcome = await workspace.call('fs.read_file', { path: 'a.txt', max_lines: 500 })
    expect(outcome.result.data).toMatchObject({ end_line: 48, next_start_line: 49, total_lines: 500 })
    expect(outcome.result.meta.truncated).toBeUndefined()
  })

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFgrün\r\nblau\r\n'), 'utf-8'],
    ['UTF-16 little endian', Buffer.from('\uFEFFgrün\r\nblau\r\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 big endian', Buffer.from('\uFEFFgrün\r\nblau\r\n', 'utf16le').swap16(), 'utf-16be'],
    ['Latin-1', Buffer.from('grün\r\nblau\r\n', 'latin1'), 'windows-1252'],
  ])('in %s gives the same text', async (_name, content, encoding) => {
    await using workspace = await openWorkspace({ 'a.txt': content })
    const outcome = await workspace.call('fs.read_file', { path: 'a.txt' })
    expect(outcomeText(outcome)).toMatch(/^grün\nblau(\n\[Stored as .*\])?$/)
    expect(outcome.result.data).toMatchObject({ encoding, total_lines: 2 })
  })
})

describe('reading a huge file', () => {
  const text = 'a line of text in a log file that never ends\n'

  async function hugeFile(textBytes: number, size: number) {
    const workspace = await openWorkspace()
    await using handle = await open(workspace.at('huge.log'), 'w')
    await handle.writeFile(text.repeat(Math.ceil(textBytes / text.length)))
    await handle.truncate(size)
    return workspace
  }

  test('of 5 GB costs only the lines asked for', async () => {
    await using workspace = await hugeFile(1024 * 1024, 5 * 1024 ** 3)
    const outcome = await workspace.call('fs.read_file', { path: 'huge.log', start_line: 1000, max_lines: 2 })
    expect(outcome.result.data).toMatchObject({ start_line: 1000, next_start_line: 1002, total_lines: null })
    expect(outcomeText(outcome)).toContain('Continue with start_line=1002.')
  })

  test('of 100 MB of text and then a hole up to 5 GB is read up to the hole, and given up inside it', async () => {
    await using workspace = await hugeFile(100 * 1024 ** 2, 5 * 1024 ** 3)
    const lines = Math.ceil((100 * 1024 ** 2) / text.length)
    const before = process.memoryUsage().arrayBuffers
    const outcome = await workspace.call('fs.read_file', { path: 'huge.log', start_line: lines, max_lines: 5 })
    expect(outcome.result.data).toMatchObject({ truncated: true, next_start_line: null, truncated_lines: [lines + 1] })
    expect(outcomeText(outcome)).toContain(`Line ${lines + 1} is longer than 64 MiB`)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 ** 2)
  })
})

describe('reading what is not text', () => {
  const png = smallPng(3, 2)

  test('shows an image, whatever its name, and a PDF as a document', async () => {
    await using workspace = await openWorkspace({ 'a.dat': png, 'b.pdf': '%PDF-1.7 …' })
    const image = await workspace.call('fs.read_file', { path: 'a.dat' })
    expect(image.result.content).toMatchObject([
      { type: 'image', mediaType: 'image/png', data: png.toString('base64') },
    ])
    const document = await workspace.call('fs.read_file', { path: 'b.pdf' })
    expect(document.result.content).toMatchObject([{ type: 'resource', mediaType: 'application/pdf' }])
  })

  test('describes an image that is too big, and any other binary', async () => {
    await using workspace = await openWorkspace({
      'big.png': Buffer.concat([png, Buffer.alloc(6 * 1024 ** 2)]),
      'a.bin': Buffer.from([1, 0, 2]),
    })
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'big.png' }))).toContain('the limit is 5.0 MiB')
    const binary = await workspace.call('fs.read_file', { path: 'a.bin' })
    expect(binary.result.data).toMatchObject({ kind: 'binary', size: 3, shown: false })
  })
})

describe('an image that is none', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
  ])
  const webp = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA=', 'base64')
  const noise = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 131 + 7) % 251))

  test.each([
    ['PNG', smallPng(3, 2), 3, 2],
    ['GIF', gif, 1, 1],
    ['JPEG', jpeg, 3, 2],
    ['WebP', webp, 1, 1],
  ] as const)(
    '%s: a whole one is shown with its size; truncated or with noise it is described',
    async (_kind, image, width, height) => {
      await using workspace = await openWorkspace({
        whole: image,
        cut: image.subarray(0, image.length - 3),
        noise: Buffer.concat([image.subarray(0, 12), noise]),
      })
      const whole = await workspace.call('fs.read_file', { path: 'whole' })
      expect(whole.result.data).toMatchObject({ kind: 'media', shown: true, width, height })
      for (const path of ['cut', 'noise']) {
        const { result } = await workspace.call('fs.read_file', { path })
        expect([path, result.data]).toMatchObject([path, { shown: false }])
        expect(result.content.map(({ type }) => type)).toEqual(['text'])
      }
    },
  )

  test('of 30000 × 30000 pixels is described with its size', async () => {
    await using workspace = await openWorkspace({ 'a.png': smallPng(30_000, 30_000, 1) })
    const outcome = await workspace.call('fs.read_file', { path: 'a.png' })
    expect(outcome.result.data).toMatchObject({ shown: false, width: 30_000, height: 30_000 })
    expect(outcomeText(outcome)).toContain('the limit is 8000 a side')
  })
})

test('a PDF is read as text by pages, and in windows of lines', async () => {
  await using workspace = await openWorkspace({ 'a.pdf': onePagePdf('Hello out there') })
  const outcome = await workspace.call('fs.read_file', { path: 'a.pdf' })
  expect(outcomeText(outcome)).toBe('[page 1 of 1]\n\nHello out there\n[Text of the PDF, lines 1-3 of 3.]')
  const second = await workspace.call('fs.read_file', { path: 'a.pdf', start_line: 3, max_lines: 1 })
  expect(second.result.data).toMatchObject({ kind: 'pdf', start_line: 3, total_lines: 3, next_start_line: null })
})

describe('a notebook', () => {
  const notebook = JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      {
        cell_type: 'code',
        execution_count: 2,
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': 'x'.repeat(3000) } },
          { output_type: 'error', ename: 'ValueError', evalue: 'bad' },
        ],
      },
    ],
    nbformat: 4,
  })

  test('was a wall of JSON: its cells are read as text, with outputs of bounded length', async () => {
    await using workspace = await openWorkspace({ 'a.ipynb': notebook })
    const text = outcomeText(await workspace.call('fs.read_file', { path: 'a.ipynb' }))
    expect(text).toContain(
      '[cell 1 of 2: markdown]\n# Title\ntext\n\n[cell 2 of 2: code, run 2]\nprint(1)\n[output]\n1\n',
    )
    expect(text).toContain(
      `${'x'.repeat(2000)}\n[cut: 1000 more characters]\n[also as image/png]\n[output]\nValueError: bad`,
    )
  })

  test('is read as it is with cells=false, or if it is not a notebook', async () => {
    await using workspace = await openWorkspace({ 'a.ipynb': notebook, 'b.ipynb': '{"cells":' })
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'a.ipynb', cells: false }))).toContain('{"cells":[')
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'b.ipynb' }))).toBe('{"cells":')
  })

  test('made invalid by an edit was not noticed: the result says so', async () => {
    await using workspace = await openWorkspace({ 'a.ipynb': notebook, 'b.json': '{"a": 1}' })
    const edited = await workspace.call('fs.edit', {
      path: 'a.ipynb',
      edits: [{ old: '"nbformat"', new: 'nbformat"' }],
    })
    expect(edited).toMatchObject({ status: 'ok' })
    expect(outcomeText(edited)).toContain('The file was valid before and is not any more: it is not JSON')
    const good = await workspace.call('fs.edit', { path: 'b.json', edits: [{ old: '1', new: '2' }] })
    expect(good.result.data).toMatchObject({ warning: null })
  })
})

describe('reading what is not there', () => {
  test('suggests similar names', async () => {
    await using workspace = await openWorkspace({ 'src/config.ts': 'x' })
    expect(await workspace.call('fs.read_file', { path: 'src/confg.ts' })).toMatchObject({
      status: 'failed',
      code: 'file_not_found',
      message: expect.stringContaining('"src/config.ts"'),
    })
  })

  test('a folder says so', async () => {
    await using workspace = await openWorkspace()
    await mkdir(workspace.at('src'))
    expect(await workspace.call('fs.read_file', { path: 'src' })).toMatchObject({ code: 'is_a_directory' })
  })

  test('links are judged by where they lead', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'inside' })
    await symlink('a.txt', workspace.at('good'))
    await symlink('/etc/hostname', workspace.at('escape'))
    expect(outcomeText(await workspace.call('fs.read_file', { path: 'good' }))).toBe('inside')
    const escaping = await workspace.call('fs.read_file', { path: 'escape' })
    expect(escaping.result.meta.targets).toMatchObject([{ zone: 'outside', real: '/etc/hostname' }])
  })

  test('a second name of a file is judged as lying outside', async () => {
    await using workspace = await openWorkspace({ 'a.txt': 'x' })
    await link(workspace.at('a.txt'), workspace.at('b.txt'))
    const outcome = await workspace.call('fs.write_file', { path: 'b.txt', content: 'y', overwrite: true })
    expect(outcome.result.meta.targets).toMatchObject([{ zone: 'outside' }])
  })
})
