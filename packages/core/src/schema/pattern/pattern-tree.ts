/** One piece of a regular expression and how often it may occur. */
export interface Term {
  readonly piece: Piece
  readonly minimum: number
  readonly maximum: number
}

export type Piece =
  /** One character: a literal, an escape or a class, as it is written. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'group'; readonly alternatives: readonly Sequence[] }
  /** Consumes nothing: an anchor (no alternatives) or a look-around. */
  | { readonly kind: 'assertion'; readonly alternatives: readonly Sequence[] }
  /** A back-reference. */
  | { readonly kind: 'reference' }

export type Sequence = readonly Term[]

/** Reads the alternatives of a regular expression that is known to be valid with the flag `u` (ECMA-262). */
export function readPattern(source: string): readonly Sequence[] {
  const cursor = { source, offset: 0 }
  return readAlternatives(cursor)
}

interface Cursor {
  readonly source: string
  offset: number
}

function readAlternatives(cursor: Cursor): Sequence[] {
  const alternatives: Term[][] = [[]]
  while (cursor.offset < cursor.source.length && cursor.source[cursor.offset] !== ')') {
    if (take(cursor, /\|/y) !== undefined) alternatives.push([])
    else alternatives.at(-1)?.push(readTerm(cursor))
  }
  return alternatives
}

function readTerm(cursor: Cursor): Term {
  const piece = readPiece(cursor)
  const quantifier = take(cursor, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
  return { piece, ...occurrences(quantifier) }
}

function readPiece(cursor: Cursor): Piece {
  const opening = take(cursor, /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/y)
  if (opening !== undefined) {
    const alternatives = readAlternatives(cursor)
    take(cursor, /\)/y)
    return { kind: /[=!]$/.test(opening) ? 'assertion' : 'group', alternatives }
  }
  if (take(cursor, /[$^]|\\[bB]/y) !== undefined) return { kind: 'assertion', alternatives: [] }
  if (take(cursor, /\\(?:[1-9]\d*|k<[^>]*>)/y) !== undefined) return { kind: 'reference' }
  const character = take(
    cursor,
    /\[(?:\\.|[^\]\\])*\]|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c.|\\[pP]\{[^}]*\}|\\.|./suy,
  )
  return { kind: 'character', source: character ?? '' }
}

function occurrences(quantifier: string | undefined): { minimum: number; maximum: number } {
  switch (quantifier?.charAt(0)) {
    case undefined:
      return { minimum: 1, maximum: 1 }
    case '*':
      return { minimum: 0, maximum: Infinity }
    case '+':
      return { minimum: 1, maximum: Infinity }
    case '?':
      return { minimum: 0, maximum: 1 }
    default: {
      const [, minimum = '0', comma, maximum = ''] = /\{(\d+)(,)?(\d*)/.exec(quantifier ?? '') ?? []
      const least = Number(minimum)
      return { minimum: least, maximum: comma === undefined ? least : maximum === '' ? Infinity : Number(maximum) }
    }
  }
}

function take(cursor: Cursor, expression: RegExp): string | undefined {
  expression.lastIndex = cursor.offset
  const found = expression.exec(cursor.source)?.[0]
  if (found !== undefined) cursor.offset += found.length
  return found
}
