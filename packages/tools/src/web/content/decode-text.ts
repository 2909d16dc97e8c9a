import { metaCharset, prescanBytes, xmlEncoding } from '../../fs/text/text-format.ts'

/** Text and how it was read. */
export interface DecodedText {
  readonly text: string
  /** The encoding that was used, as the encoding standard names it. */
  readonly charset: string
  /** True if the bytes do not match the server's content type. */
  readonly mislabelled: boolean
}

/**
 * Reads bytes as text: by their byte order mark, else as the server says, else as the document says itself, else as UTF-8 if
 * that is possible, else as windows-1252. A label that is unknown, or that the bytes contradict, counts as none.
 */
export function decodeText(bytes: Uint8Array, declared: string | undefined): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== undefined) return { text: decode(bytes, marked, false) ?? '', charset: marked, mislabelled: false }
  const prefix = new TextDecoder('latin1').decode(bytes.subarray(0, prescanBytes))
  const own = (xmlEncoding.exec(prefix) ?? metaCharset.exec(prefix))?.[1]?.toLowerCase()
  for (const [label, isServers] of [
    [declared, true],
    [own, false],
    ['utf-8', false],
  ] as const) {
    // A document whose ASCII could be read cannot be in UTF-16, whatever it says of itself.
    if (label === undefined || (!isServers && /^utf-?16/.test(label))) continue
    const text = decode(bytes, label, true)
    if (text !== undefined) return { text, charset: nameOf(label), mislabelled: declared !== undefined && !isServers }
  }
  return {
    text: decode(bytes, 'windows-1252', false) ?? '',
    charset: 'windows-1252',
    mislabelled: declared !== undefined,
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function decode(bytes: Uint8Array, label: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}

function nameOf(label: string): string {
  return new TextDecoder(label).encoding
}
