const encoder = new TextEncoder()

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text)
}

/** The longest beginning of `text` of at most `maxBytes` UTF-8 bytes that splits no character. */
export function headWithin(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, maxBytes)))
  return text.slice(0, read)
}

/** The longest end of `text` of at most `maxBytes` UTF-8 bytes that splits no character. */
export function tailWithin(text: string, maxBytes: number): string {
  const candidate = text.slice(Math.max(0, text.length - maxBytes))
  let surplus = utf8Length(candidate) - maxBytes
  let start = 0
  while (surplus > 0) {
    const character = String.fromCodePoint(candidate.codePointAt(start) ?? 0)
    surplus -= utf8Length(character)
    start += character.length
  }
  // The candidate itself may begin with the second half of a pair.
  return /^[\uDC00-\uDFFF]/.test(candidate.slice(start)) ? candidate.slice(start + 1) : candidate.slice(start)
}
