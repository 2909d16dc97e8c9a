/** Counts a matcher's steps, so that tests can bound its work without a clock. */
export interface MatchWork {
  /** The number of steps taken so far. */
  steps: number
}

/** A pattern for one name of a path: literal text, `*`, `?` and classes. */
export interface NamePattern {
  /** The one name that it matches, if it has no wildcard. */
  readonly literal: string | undefined
  /** The pattern is `*`: every name. */
  readonly isAny: boolean
  matches(name: string, work: MatchWork): boolean
}

/** `run` is `*`, `one` is `?`. */
type Token = { readonly kind: 'run' | 'one' } | { readonly kind: 'text'; readonly character: string } | CharacterClass

interface CharacterClass {
  readonly kind: 'class'
  readonly negated: boolean
  readonly ranges: readonly Range[]
}

type Range = readonly [first: number, last: number]

/** Compiles one part of a glob. A `[` without its `]` and a `\` at the end stand for themselves. */
export function compileNamePattern(text: string): NamePattern {
  const tokens = readTokens(text)
  const isLiteral = tokens.every(({ kind }) => kind === 'text')
  const literal = isLiteral ? tokens.map((token) => (token.kind === 'text' ? token.character : '')).join('') : undefined
  const isAny = tokens.length > 0 && tokens.every(({ kind }) => kind === 'run')
  return {
    literal,
    isAny,
    matches: (name, work) => {
      work.steps += 1
      if (literal !== undefined) return name === literal
      return isAny || matchesTokens(tokens, Array.from(name), work)
    },
  }
}

/** Returns the fault in the classes and escapes of one part of a glob: `bracket` or `escape`. */
export function namePatternFault(text: string): 'bracket' | 'escape' | undefined {
  for (let index = 0; index < text.length; ) {
    if (text[index] === '\\') {
      if (index + 1 === text.length) return 'escape'
      index += 2
    } else if (text[index] === '[') {
      const found = readClass(text, index)
      if (found === undefined || found.class.ranges.some(([first, last]) => first > last)) return 'bracket'
      index = found.end
    } else index += 1
  }
  return undefined
}

/** Only the last `*` is ever tried again, since an earlier one could not help: pattern times name steps at most. */
function matchesTokens(tokens: readonly Token[], name: readonly string[], work: MatchWork): boolean {
  let at = 0
  let from = 0
  let retry: { readonly token: number; from: number } | undefined
  while (from < name.length) {
    work.steps += 1
    const token = tokens[at]
    if (token?.kind === 'run') {
      at += 1
      retry = { token: at, from }
    } else if (token !== undefined && matchesCharacter(token, name[from] ?? '')) {
      at += 1
      from += 1
    } else if (retry !== undefined) {
      retry.from += 1
      from = retry.from
      at = retry.token
    } else return false
  }
  return tokens.slice(at).every(({ kind }) => kind === 'run')
}

function matchesCharacter(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'run':
    case 'one':
      return true
    case 'text':
      return token.character === character
    case 'class': {
      const code = character.codePointAt(0) ?? 0
      return token.ranges.some(([first, last]) => first <= code && code <= last) !== token.negated
    }
  }
}

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < text.length; ) {
    const character = characterAt(text, index)
    const found = character === '[' ? readClass(text, index) : undefined
    if (found !== undefined) {
      tokens.push(found.class)
      index = found.end
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'run') tokens.push({ kind: 'run' })
      index += 1
    } else if (character === '?') {
      tokens.push({ kind: 'one' })
      index += 1
    } else {
      const escaped = character === '\\' && index + 1 < text.length
      const literal = escaped ? characterAt(text, index + 1) : character
      tokens.push({ kind: 'text', character: literal })
      index += literal.length + (escaped ? 1 : 0)
    }
  }
  return tokens
}

function characterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0)
}

/** The class that begins at the bracket, and the offset after it. A `]` right at its beginning belongs to it. */
function readClass(text: string, open: number): { readonly class: CharacterClass; readonly end: number } | undefined {
  const negated = text[open + 1] === '!' || text[open + 1] === '^'
  const start = open + (negated ? 2 : 1)
  const ranges: Range[] = []
  for (let index = start; index < text.length; ) {
    if (text[index] === ']' && index > start) return { class: { kind: 'class', negated, ranges }, end: index + 1 }
    const named = text[index] === '[' && text[index + 1] === ':' ? readNamedClass(text, index) : undefined
    if (named !== undefined) {
      ranges.push(...named.ranges)
      index = named.end
      continue
    }
    const first = readMember(text, index)
    const isRange = text[first.end] === '-' && first.end + 1 < text.length && text[first.end + 1] !== ']'
    const last = isRange ? readMember(text, first.end + 1) : first
    ranges.push([first.code, last.code])
    index = last.end
  }
  return undefined
}

function readMember(text: string, index: number): { readonly code: number; readonly end: number } {
  const at = text[index] === '\\' && index + 1 < text.length ? index + 1 : index
  const character = characterAt(text, at)
  return { code: character.codePointAt(0) ?? 0, end: at + character.length }
}

const rangeOf = (text: string): Range => [text.charCodeAt(0), text.charCodeAt(text.length - 1)]
const lower = rangeOf('a-z')
const upper = rangeOf('A-Z')
const digit = rangeOf('0-9')

const namedClasses = new Map<string, readonly Range[]>([
  ['alpha', [lower, upper]],
  ['digit', [digit]],
  ['alnum', [lower, upper, digit]],
  ['lower', [lower]],
  ['upper', [upper]],
  ['space', [rangeOf('\t-\r'), rangeOf(' - ')]],
  ['blank', [rangeOf('\t-\t'), rangeOf(' - ')]],
  ['xdigit', [digit, rangeOf('a-f'), rangeOf('A-F')]],
  ['punct', [rangeOf('!-/'), rangeOf(':-@'), rangeOf('[-`'), rangeOf('{-~')]],
  ['word', [lower, upper, digit, rangeOf('_-_')]],
])

/** Such as `[:alpha:]` within a class. */
function readNamedClass(text: string, index: number): { ranges: readonly Range[]; end: number } | undefined {
  const name = /^[a-z]{1,6}(?=:\])/.exec(text.slice(index + 2, index + 10))?.[0]
  const ranges = name === undefined ? undefined : namedClasses.get(name)
  return ranges && name !== undefined ? { ranges, end: index + name.length + 4 } : undefined
}
