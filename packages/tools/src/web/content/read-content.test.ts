import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { onePagePdf } from '../../testing/one-page-pdf.ts'
import { parseMediaType } from './media-type.ts'
import type { ContentMode } from './page-content.ts'
import { readContent } from './read-content.ts'

const { signal } = new AbortController()

async function read(content: string | Uint8Array, contentType: string | null, mode: ContentMode = 'markdown') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return await readContent({ bytes, type: parseMediaType(contentType), url: 'https://a.example/feed/' }, mode, signal)
}

describe('a body is read by its content type', () => {
  test.each([
    ['text/html; charset=utf-8', '<p>a <b>b</b></p>', 'html', 'a **b**'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html><body><p>a</p></body></html>', 'html', 'a'],
    [null, '<!DOCTYPE html><p>a</p>', 'html', 'a'],
    ['text/plain', '<!-- x -->\n<html><p>a</p></html>', 'html', 'a'],
    ['text/plain', 'a <b>', 'text', 'a <b>'],
    ['text/markdown', '# a', 'text', '# a'],
    ['application/json', '{"a":[1]}', 'json', '{\n  "a": [\n    1\n  ]\n}'],
    ['application/problem+json', '{}', 'json', '{}'],
    ['application/json', '{"a":', 'text', '{"a":'],
    ['application/yaml', 'a: 1', 'text', 'a: 1'],
    ['application/xml', '<a>1</a>', 'text', '<a>1</a>'],
    ['image/png', 'PNG', 'metadata', 'image/png, 3 bytes'],
    ['not a type', 'words', 'text', 'words'],
  ])('%j: %s', async (contentType, content, reader, text) => {
    expect(await read(content, contentType)).toMatchObject({ reader, text })
  })

  test('and never as text where it is none, whatever the type says', async () => {
    const zipped = gzipSync(Buffer.alloc(100))
    expect(await read(zipped, 'text/html')).toMatchObject({
      reader: 'metadata',
      notes: [expect.stringContaining('not text')],
    })
    expect(await read(zipped, 'text/plain', 'raw')).toMatchObject({ reader: 'metadata' })
  })

  test('a feed becomes a list of its entries', async () => {
    const rss = `<?xml version="1.0"?><rss><channel><title>News</title><item><title>One &amp; only</title><link>../1</link>
      <description>&lt;p&gt;Text &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;</description><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>`
    const { text, reader } = await read(rss, 'text/xml')
    expect(reader).toBe('feed')
    expect(text).toBe('# News\n\n## [One & only](https://a.example/1)\n\n2026-01-05T10:00:00.000Z\n\nText **bold**')
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>B</title><link href="https://b.example/"/></entry></feed>`
    expect((await read(atom, 'application/atom+xml')).text).toBe('# A\n\n## [B](https://b.example/)')
    expect(await read(`<rss><channel><title>${'<title>'.repeat(1_000)}`, 'text/xml')).toMatchObject({
      reader: 'feed',
      text: '',
    })
    const nested = `<rss><channel>${'<item><title>T</title>'.repeat(1_500)}</channel></rss>`
    expect(await read(nested, 'text/xml')).toMatchObject({ reader: 'feed', text: '## T' })
    const many = `<rss><channel>${'<item><title>T</title></item>'.repeat(130)}</channel></rss>`
    expect((await read(many, 'text/xml')).notes).toEqual(['30 more entries are not shown; mode raw has them all.'])
    expect(await read(rss, 'text/xml', 'raw')).toMatchObject({ reader: 'raw', text: rss })
  })

  test('a PDF becomes its text, and a broken one what is known of it', async () => {
    const { text, reader } = await read(onePagePdf('Hello out there'), 'application/pdf')
    expect({ text, reader }).toEqual({ text: '[page 1 of 1]\n\nHello out there', reader: 'pdf' })
    expect(await read('%PDF-1.7 and nothing more', null)).toMatchObject({ reader: 'metadata' })
  })
})

describe('the character set', () => {
  const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9])

  test.each([
    ['that the server names', latin, 'text/plain; charset=iso-8859-1', 'café', []],
    ['that the server names in quotes', latin, 'text/plain; charset="ISO-8859-1"', 'café', []],
    ['of the byte order mark before all', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'text/plain; charset=utf-8', 'a', []],
    ['of two bytes big-endian', new Uint8Array([0xfe, 0xff, 0, 0x61]), null, 'a', []],
    ['of the bytes where nobody names one', latin, 'text/plain', 'café', []],
    ['of the bytes where the server lies', latin, 'text/plain; charset=utf-8', 'café', ['windows-1252']],
    [
      'of the bytes where the server invents one',
      new TextEncoder().encode('é'),
      'text/plain; charset=x-none',
      'é',
      ['utf-8'],
    ],
  ])('is the one %s', async (_what, bytes, contentType, text, notes) => {
    const content = await read(bytes, contentType)
    expect(content.text).toBe(text)
    expect(content.notes).toEqual(notes.map((note) => expect.stringContaining(note)))
  })

  test('is the one that the document names itself, unless its bytes cannot be in it', async () => {
    const page = (charset: string, bytes: number[]) =>
      Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), Buffer.from(bytes)])
    expect((await read(page('windows-1251', [0xcf]), 'text/html')).text).toBe('П')
    expect((await read(page('utf-16', [0xc3, 0xa9]), 'text/html')).text).toBe('é')
    expect((await read(page('shift_jis', [0x83, 0x65]), 'text/html')).text).toBe('テ')
  })
})
