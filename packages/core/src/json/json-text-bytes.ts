/** UTF-8 bytes that `JSON.stringify` needs for a string, quotes and escapes included, without building that text. */
export function jsonTextBytes(text: string): number {
  let bytes = text.length + 2
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20) bytes += shortEscapes.has(unit) ? 1 : 5
    else if (unit === 0x22 || unit === 0x5c) bytes += 1
    else if (unit < 0x80) continue
    else if (unit < 0x800) bytes += 1
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2
    else if (isPair(text, index)) {
      bytes += 2
      index++
    } else bytes += 5
  }
  return bytes
}

/** \b \t \n \f \r; the other control characters and lone surrogates are written as \uXXXX. */
const shortEscapes = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d])

function isPair(text: string, index: number): boolean {
  const next = text.charCodeAt(index + 1)
  return text.charCodeAt(index) < 0xdc00 && next >= 0xdc00 && next <= 0xdfff
}
