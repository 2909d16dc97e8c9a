import { type Piece, readPattern, type Sequence, type Term } from './pattern-tree.ts'

/** A repetition of at most this many rounds multiplies the cost by a constant that is bearable. */
const fewRounds = 3
/** Repetitions of overlapping characters in one sequence cost a power of the text's length; more than this is too much. */
const fewOverlaps = 2

/** A pattern with more pieces of one kind than this is not analysed but counted as risky: the analysis compares them pairwise. */
const mostCompared = 50

/**
 * Returns true if a backtracking engine may take exponential time, or a high power of the text's length, for some text.
 * Errs on the side of true: false only for repetitions whose rounds can be distinguished by their characters.
 */
export function isRiskyPattern(source: string): boolean {
  return readPattern(source).some(isRiskySequence)
}

function isRiskySequence(sequence: Sequence): boolean {
  const repeated = flatten(sequence).filter(({ piece, maximum }) => piece.kind === 'character' && maximum === Infinity)
  if (repeated.length > mostCompared) return true
  if (repeated.some((term) => repeated.filter((other) => overlap(term.piece, other.piece)).length > fewOverlaps))
    return true
  return sequence.some(({ piece, maximum }) => {
    if (piece.kind === 'reference') return true
    if (piece.kind === 'character') return false
    if (piece.kind === 'group' && maximum > fewRounds && !hasDistinctRounds(piece.alternatives)) return true
    return piece.alternatives.some(isRiskySequence)
  })
}

/**
 * Returns the power of a text's length that a backtracking engine may take for a pattern that is not risky. Errs on the
 * high side: repetitions inside assertions and repeated groups are added to those around them.
 */
export function backtrackingPower(source: string): number {
  const alternatives = readPattern(source)
  const isAnchored = alternatives.length === 1 && source.startsWith('^')
  return Math.max(...alternatives.map(powerOf)) + (isAnchored ? 0 : 1)
}

function powerOf(sequence: Sequence): number {
  const flat = flatten(sequence)
  const repeated = flat.filter(({ piece, maximum }) => piece.kind === 'character' && maximum === Infinity)
  const own = repeated.map((term) => repeated.filter((other) => overlap(term.piece, other.piece)).length)
  const inner = flat.flatMap(({ piece, maximum }) =>
    'alternatives' in piece ? piece.alternatives.map((each) => powerOf(each) + (maximum === Infinity ? 1 : 0)) : [],
  )
  return Math.max(0, ...own) + Math.max(0, ...inner)
}

/** Groups that occur once are read as part of the sequence around them. */
function flatten(sequence: Sequence): Sequence {
  return sequence.flatMap((term) =>
    term.piece.kind === 'group' && term.maximum <= fewRounds ? term.piece.alternatives.flatMap(flatten) : [term],
  )
}

/** Returns true if a repeated group can divide a text into rounds in only one way. */
function hasDistinctRounds(alternatives: readonly Sequence[]): boolean {
  const [only] = alternatives
  if (alternatives.length === 1 && only !== undefined) return only.every(isFixed) ? isPlain(only) : hasDelimiter(only)
  if (alternatives.length > mostCompared) return false
  const firsts = alternatives.map(([first]) => first)
  return (
    alternatives.every((alternative) => alternative.every(isFixed) && isPlain(alternative)) &&
    firsts.every((first, index) => firsts.every((other, at) => at === index || !overlapTerms(first, other)))
  )
}

/** Returns true if each round has a character that none of its variable-length parts can match. */
function hasDelimiter(sequence: Sequence): boolean {
  const variable = sequence.filter((term) => !isFixed(term))
  return (
    isPlain(sequence) &&
    sequence.some((term) => isOnce(term) && variable.every(({ piece }) => !overlap(term.piece, piece)))
  )
}

function isPlain(sequence: Sequence): boolean {
  return sequence.length > 0 && sequence.every(({ piece }) => piece.kind === 'character')
}

function isFixed({ minimum, maximum }: Term): boolean {
  return minimum === maximum
}

function isOnce({ minimum, maximum }: Term): boolean {
  return minimum === 1 && maximum === 1
}

function overlapTerms(left: Term | undefined, right: Term | undefined): boolean {
  return left === undefined || right === undefined || overlap(left.piece, right.piece)
}

/** Characters that stand for all: Latin and one of each further kind that classes tell apart. */
const samples = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCodePoint(code)),
  '\u2028',
  '\ufeff',
  'Ω',
  'я',
  '中',
  '😀',
  '٣',
]

function overlap(left: Piece, right: Piece): boolean {
  if (left.kind !== 'character' || right.kind !== 'character') return true
  const both = new RegExp(`^(?=(?:${left.source})$)(?:${right.source})$`, 'u')
  return samples.some((sample) => both.test(sample))
}
