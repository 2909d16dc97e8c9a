/** The shortest registered value, in UTF-16 units: shorter ones are too common in innocent text. */
export const shortestSecret = 6

/**
 * The shortest line of a value that is searched for on its own: common parts of such values, such as the frames of
 * keys, are mostly shorter.
 */
const shortestLine = 12

/**
 * Returns the spellings in which a registered value may occur in one piece: unchanged, reversed, as two-byte text,
 * inside base64 and base32 at each alignment, as hexadecimal, URL-encoded, as escapes of JSON, C and HTML; each line of
 * a multi-line value on its own. Each has at least `shortestSecret` units.
 * @param packed Its `packedForms`.
 */
export function secretForms(value: string, packed: readonly string[]): readonly string[] {
  const json = escapeJson(value)
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index))
  return longEnough([
    value,
    Array.from(value).toReversed().join(''),
    Array.from(value).join('\0'),
    // As in dumps of characters.
    Array.from(value).join('   '),
    ...packed,
    ...urlForms(value),
    json,
    escapeJson(json),
    json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ...[...inBothCases(units, 16, 4, '\\u'), ...inBothCases(units, 16, 4, '\\\\u')],
    ...byteForms(new TextEncoder().encode(value)),
    ...entityForms(value),
    ...linesOf(value).flatMap((line) => [line, escapeJson(line)]),
  ])
}

/**
 * Returns encoded spellings without white space, `:` and `,`: base64 and base32, however wrapped, and the digits of
 * bytes as hexadecimal, octal or decimal numbers, also in the byte order in which dumps write two-byte words.
 */
export function packedForms(value: string): readonly string[] {
  return longEnough(
    [new TextEncoder().encode(value), utf16(value)].flatMap((bytes) => {
      const swapped = bytes.map((_, index) => bytes[index ^ 1] ?? bytes[index] ?? 0)
      const words = Array.from(
        { length: bytes.length >> 1 },
        (_, index) => (bytes[2 * index] ?? 0) + 256 * (bytes[2 * index + 1] ?? 0),
      )
      const shifted = Array.from(
        { length: (bytes.length - 1) >> 1 },
        (_, index) => (bytes[2 * index + 1] ?? 0) + 256 * (bytes[2 * index + 2] ?? 0),
      )
      const inner = bytes.slice(1)
      return [
        ...base64Forms(bytes),
        ...base32Forms(bytes),
        ...hexadecimals(bytes, ''),
        ...hexadecimals(bytes, '0x'),
        // A word shared between the value and its neighbour is unknown.
        ...hexadecimals(swapped.slice(0, bytes.length & ~1), ''),
        ...hexadecimals(inner.map((_, index) => inner[index ^ 1] ?? 0).slice(0, inner.length & ~1), ''),
        digits(bytes, 8, 3, ''),
        digits(words, 8, 6, ''),
        digits(shifted, 8, 6, ''),
        digits(bytes, 10, 1, ''),
      ]
    }),
  )
}

function longEnough(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].filter((form) => form.length >= shortestSecret)
}

function utf16(value: string): Uint8Array {
  const bytes = new Uint8Array(2 * value.length)
  for (let index = 0; index < value.length; index++) {
    bytes[2 * index] = value.charCodeAt(index) & 0xff
    bytes[2 * index + 1] = value.charCodeAt(index) >> 8
  }
  return bytes
}

/** Each number with so many digits at least, behind a mark. */
function digits(numbers: ArrayLike<number>, base: number, width: number, mark: string): string {
  let text = ''
  for (let index = 0; index < numbers.length; index++)
    text += mark + (numbers[index] ?? 0).toString(base).padStart(width, '0')
  return text
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Digits above nine are written small or large. */
function hexadecimals(bytes: ArrayLike<number>, mark: string): readonly string[] {
  let small = ''
  let large = ''
  for (let index = 0; index < bytes.length; index++) {
    const written = hexadecimal[bytes[index] ?? 0] ?? ''
    small += mark + written
    large += mark + written.toUpperCase()
  }
  return [small, large]
}

function inBothCases(numbers: ArrayLike<number>, base: number, width: number, mark: string): readonly string[] {
  const small = digits(numbers, base, width, '\0')
  return [small, small.toUpperCase()].map((text) => text.replaceAll('\0', mark))
}

function byteForms(bytes: Uint8Array): readonly string[] {
  const marked = ['%', '\\x', '\\\\x', '-'].flatMap((mark) => hexadecimals(bytes, mark))
  const octal = [digits(bytes, 8, 3, '\\'), digits(bytes, 8, 3, '\\\\')]
  return [...marked.map((form) => form.replace(/^-/, '')), ...octal]
}

function entityForms(value: string): readonly string[] {
  const codes = Array.from(value, (character) => character.codePointAt(0) ?? 0)
  const named = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }))
  return [
    digits(codes, 10, 1, '&#').replaceAll('&#', ';&#').slice(1),
    ...inBothCases(codes, 16, 1, '&#x').map((form) => form.replaceAll('&#x', ';&#x').slice(1)),
    ...inBothCases(codes, 16, 4, '&#x').map((form) => form.replaceAll('&#x', ';&#x').slice(1)),
    Array.from(value, (character) => named.get(character) ?? character).join(''),
    Array.from(value, (character) => (character === "'" ? '&apos;' : (named.get(character) ?? character))).join(''),
  ]
}

/** Programs that filter or indent return a value line by line. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/[\r\n]+/).map((line) => line.trim())
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= shortestLine)
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function urlForms(value: string): readonly string[] {
  const encoded = encodeURIComponent(value.toWellFormed())
  return [
    encoded,
    encoded.replaceAll(/%[\dA-F]{2}/g, (encodedUnit) => encodedUnit.toLowerCase()),
    new URLSearchParams([['', value]]).toString().slice(1),
  ]
}

/** At each alignment the characters that depend on the value alone: those that share bits with its neighbours are cut. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((alignment) => {
    const padded = new Uint8Array(alignment + bytes.length)
    padded.set(bytes, alignment)
    const encoded = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '')
    const shared = padded.length % 3 === 0 ? 0 : 1
    const form = encoded.slice(alignment === 0 ? 0 : alignment + 1, encoded.length - shared)
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** At each alignment, five bytes being eight letters. */
function base32Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2, 3, 4].map((alignment) => {
    let form = ''
    let bits = 0
    let held = 0
    // The first letter is shared with the preceding text.
    let skipped = (5 - ((8 * alignment) % 5)) % 5
    for (const byte of bytes) {
      bits = ((bits << 8) | byte) & 0xfff
      held += 8
      if (skipped > 0) {
        held -= skipped
        skipped = 0
      }
      for (; held >= 5; held -= 5) form += base32Letters[(bits >> (held - 5)) & 31]
    }
    return form
  })
}
