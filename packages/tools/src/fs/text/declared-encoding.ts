/**
 * The length of a document's beginning in which its declaration of an encoding is searched for, in bytes (HTML standard, "prescan a
 * byte stream").
 */
export const prescanBytes = 1024

/** The declaration of an XML document. */
export const xmlEncoding = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i
/** The declaration of an HTML document. */
export const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i

const declarations: readonly RegExp[] = [
  xmlEncoding,
  metaCharset,
  /^@charset "([\w:.-]+)";/i,
  // A comment in one of the first two lines, as Python, Ruby, Emacs and Vim read it.
  /^(?:[^\n]*\n)?[ \t\f]*(?:#|\/\/|\/\*|;|"|--|%|<!--)[^\n]{0,200}?coding[:=][ \t]*([\w.-]+)/,
]

/** Names that the encoding standard has not, but languages and editors use. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['latin-1', 'windows-1252'],
  ['iso-latin-1', 'windows-1252'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp65001', 'utf-8'],
  ['utf-8-sig', 'utf-8'],
])

/** Returns the name that the head of a file gives its encoding, in lower case; undefined if it gives none. */
export function declaredEncoding(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, prescanBytes)).toString('latin1')
  if (!/coding|charset/i.test(text)) return undefined
  for (const declaration of declarations) {
    const name = declaration.exec(text)?.[1]?.toLowerCase()
    if (name === undefined) continue
    // Emacs adds the kind of line ends.
    const plain = name.replace(/-(unix|dos|mac)$/, '').replaceAll('_', '-')
    return otherNames.get(plain) ?? (plain === 'shift-jis' ? 'shift_jis' : plain)
  }
  return undefined
}
