/** The first error in a text that is not valid JSON. */
export interface JsonError {
  readonly message: string
  /** UTF-16 offset of the first character that cannot continue a JSON text; the text's length when it was cut off. */
  readonly offset: number
  readonly truncated: boolean
}

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'comma or end' | 'nothing'

/** The end of a token, or its fault and position. */
type Token = { readonly end: number } | { readonly fault: number; readonly expected: string }

/**
 * Finds the first character at which a text stops being the beginning of a JSON text (RFC 8259). The engine's own
 * messages differ between engines and do not tell a cut from a fault reliably.
 */
export function locateJsonError(text: string): JsonError {
  const open: ('{' | '[')[] = []
  let expectation: Expectation = 'value'
  let offset = skipSpace(text, 0)
  while (offset < text.length) {
    const character = text.charAt(offset)
    const token: Token = readToken(text, offset, expectation, open.at(-1))
    if ('fault' in token) return fault(text, token.fault, token.expected)
    if (character === '{' || character === '[') {
      open.push(character)
      expectation = character === '{' ? 'key or }' : 'value or ]'
    } else if (character === '}' || character === ']') {
      open.pop()
      expectation = open.length > 0 ? 'comma or end' : 'nothing'
    } else if (character === ',') expectation = open.at(-1) === '{' ? 'key' : 'value'
    else if (character === ':') expectation = 'value'
    else if (expectation === 'key' || expectation === 'key or }') expectation = ':'
    else expectation = open.length > 0 ? 'comma or end' : 'nothing'
    offset = skipSpace(text, token.end)
  }
  return fault(text, text.length, words(expectation, open.at(-1)))
}

function fault(text: string, offset: number, expected: string): JsonError {
  const truncated = offset >= text.length
  const found = truncated ? 'the text ends' : `there is ${JSON.stringify(text.charAt(offset))}`
  return { message: `${expected} was expected at offset ${offset}, but ${found}`, offset, truncated }
}

function words(expectation: Expectation, open: '{' | '[' | undefined): string {
  if (expectation === 'comma or end') return open === '{' ? 'a comma or }' : 'a comma or ]'
  if (expectation === 'nothing') return 'the end'
  return expectation === ':' ? 'a colon' : `a ${expectation}`
}

function readToken(text: string, offset: number, expectation: Expectation, open: '{' | '[' | undefined): Token {
  const character = text.charAt(offset)
  const wrong = (): Token => ({ fault: offset, expected: words(expectation, open) })
  const one: Token = { end: offset + 1 }
  switch (expectation) {
    case 'value':
      return readValue(text, offset) ?? wrong()
    case 'value or ]':
      return character === ']' ? one : (readValue(text, offset) ?? wrong())
    case 'key':
      return character === '"' ? readString(text, offset) : wrong()
    case 'key or }':
      return character === '}' ? one : character === '"' ? readString(text, offset) : wrong()
    case ':':
      return character === ':' ? one : wrong()
    case 'comma or end':
      return character === ',' || character === (open === '{' ? '}' : ']') ? one : wrong()
    case 'nothing':
      return wrong()
    default:
      return expectation satisfies never
  }
}

function readValue(text: string, offset: number): Token | undefined {
  const character = text.charAt(offset)
  if (character === '{' || character === '[') return { end: offset + 1 }
  if (character === '"') return readString(text, offset)
  if (/[-\d]/.test(character)) return readNumber(text, offset)
  const literal = ['true', 'false', 'null'].find((word) => word.startsWith(character))
  return literal === undefined ? undefined : readLiteral(text, offset, literal)
}

function readLiteral(text: string, offset: number, literal: string): Token {
  let length = 1
  while (length < literal.length && text[offset + length] === literal[length]) length++
  return length === literal.length ? { end: offset + length } : { fault: offset + length, expected: literal }
}

function readNumber(text: string, offset: number): Token {
  const beginning = /-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?/y
  beginning.lastIndex = offset
  const token = beginning.exec(text)?.[0] ?? ''
  const end = offset + token.length
  return /\d$/.test(token) ? { end } : { fault: end, expected: 'a digit' }
}

function readString(text: string, offset: number): Token {
  for (let index = offset + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 0x22) return { end: index + 1 }
    if (unit < 0x20) return { fault: index, expected: 'an escape instead of a control character' }
    if (unit !== 0x5c) continue
    const valid = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
    valid.lastIndex = index
    if (!valid.test(text)) return faultInEscape(text, index)
    index = valid.lastIndex - 1
  }
  return { fault: text.length, expected: 'the closing quote of a string' }
}

function faultInEscape(text: string, offset: number): Token {
  const beginning = /\\(?:u[\da-fA-F]{0,3})?/y
  beginning.lastIndex = offset
  beginning.test(text)
  return { fault: beginning.lastIndex, expected: 'a valid escape' }
}

function skipSpace(text: string, offset: number): number {
  let end = offset
  while (isSpace(text.charCodeAt(end))) end += 1
  return end
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
}
