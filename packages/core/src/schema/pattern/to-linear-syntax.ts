/** Characters that ECMA-262 calls white space; RE2's own `\s` has the ASCII ones only. */
const whiteSpace =
  '\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

/**
 * Translates a regular expression of ECMA-262 (flag `u`) into the syntax of RE2 with the same meaning. Returns undefined if RE2
 * cannot express it (look-around, back-references) or if the meaning is not known to be the same.
 */
export function toLinearSyntax(source: string): string | undefined {
  let linear = ''
  let offset = 0
  let inClass = false
  while (offset < source.length) {
    const token =
      /\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c.|\\[pP]\{[^}]*\}|\\.|\(\?<?[=!]|\(\?<[^>]*>|\[\^?|./suy
    token.lastIndex = offset
    const text = token.exec(source)?.[0] ?? ''
    const written = inClass ? inClassSyntax(text) : outsideSyntax(text, source.charAt(offset + text.length))
    if (written === undefined) return undefined
    linear += written
    offset += text.length
    inClass = inClass ? text !== ']' : text.startsWith('[')
  }
  return linear
}

function outsideSyntax(token: string, next: string): string | undefined {
  switch (token) {
    case '$':
      return '\\z'
    case '.':
      return '[^\\n\\r\\x{2028}\\x{2029}]'
    case '\\s':
      return `[${whiteSpace}]`
    case '\\S':
      return `[^${whiteSpace}]`
    case '[':
    case '[^':
      return next === ']' ? undefined : token
    case '(?=':
    case '(?!':
    case '(?<=':
    case '(?<!':
      return undefined
    default:
      return token.startsWith('(?<') ? '(' : escapeSyntax(token)
  }
}

function inClassSyntax(token: string): string | undefined {
  if (token.startsWith('[')) return token === '[' ? '\\[' : '\\[\\^'
  if (token === '\\s') return whiteSpace
  if (token === '\\b') return '\\x08'
  if (token === '\\S' || token === '\\B') return undefined
  return escapeSyntax(token)
}

function escapeSyntax(token: string): string | undefined {
  if (!token.startsWith('\\')) return token
  const code = /^\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))$/.exec(token)
  if (code !== null) {
    const value = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
    return value >= 0xd800 && value <= 0xdfff ? undefined : `\\x{${value.toString(16)}}`
  }
  if (/^\\[1-9kc]/.test(token)) return undefined
  if (token === '\\0') return '\\x00'
  return token
}
