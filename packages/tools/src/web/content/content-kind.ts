import type { MediaType } from './media-type.ts'

/** The kind of a response's content. */
export type ContentKind = 'html' | 'json' | 'xml' | 'pdf' | 'text' | 'binary'

const textual =
  /^(?:text\/|application\/(?:javascript|ecmascript|x-javascript|typescript|yaml|x-yaml|toml|sql|graphql|x-sh|x-httpd-php|x-ndjson|jsonl|rtf|x-www-form-urlencoded|x-tex|x-subrip)$)/
/** Types that servers send when they do not know. */
const unspecific: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'text/plain',
  '*/*',
])
const sniffedBytes = 8192

/** Decides by the content type; if that is unspecific, by the first bytes. Binary data is never read as text. */
export function contentKind({ essence }: MediaType, bytes: Uint8Array): ContentKind {
  if (essence === 'application/pdf' || startsWith(bytes, '%PDF-')) return 'pdf'
  if (looksBinary(bytes)) return 'binary'
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'html'
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json'
  if (essence === 'application/xml' || essence === 'text/xml' || essence.endsWith('+xml')) return 'xml'
  if (unspecific.has(essence)) return sniff(bytes, essence)
  return textual.test(essence) ? 'text' : 'binary'
}

function sniff(bytes: Uint8Array, essence: string): ContentKind {
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 512))
    .replace(/^(?:\xef\xbb\xbf|\s|<!--.*?-->)+/s, '')
  if (/^<(?:!doctype html|html|head|body)[\s>]/i.test(start)) return 'html'
  if (/^<\?xml\s/i.test(start)) return 'xml'
  return essence === '' && /^[[{]/.test(start) ? 'json' : 'text'
}

/** A NUL byte in the beginning, except in text of two bytes a character. */
function looksBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return !isWide && bytes.subarray(0, sniffedBytes).includes(0)
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text
}
