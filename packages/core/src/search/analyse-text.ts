/** The version of the analysis. An index that another version made is built again. */
export const analysisVersion = 1

/** A text as search sees it. */
export interface AnalysedText {
  /**
   * The words in order: folded, identifiers and paths whole and in parts, and text without spaces between words (Chinese, Japanese,
   * Korean, Thai and others) as overlapping pairs of characters.
   */
  readonly words: readonly string[]
  /** The words that are long enough to be searched by their inside. */
  readonly longWords: readonly string[]
}

/**
 * Analyses a text for search: the same for documents and queries, on every database and machine. It depends on no locale and on no
 * dictionary.
 */
export function analyseText(text: string): AnalysedText {
  const words: string[] = []
  const longWords: string[] = []
  for (const [run] of text.normalize('NFKC').matchAll(anyRun)) {
    if (unspaced.test(run)) {
      words.push(...pairsOf(fold(run)))
      continue
    }
    for (const word of identifierWords(run)) {
      words.push(word)
      if (word.length >= longWordLength && onlyLetters.test(word)) longWords.push(word)
    }
  }
  return { words, longWords }
}

/** Returns the overlapping sequences of three characters in a word: `zeit` gives `zei` and `eit`. */
export function trigramsOf(word: string): readonly string[] {
  const letters = [...word]
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`)
}

/** The shortest word, in letters, that is searched by its inside: compound words of German, say. */
const longWordLength = 12

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
const unspacedLetter = `(?=[\\p{L}\\p{N}\\p{M}])(?:${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('|')}|ー)`
const spacedLetter = `(?!${unspacedLetter})[\\p{L}\\p{N}\\p{M}_$]`
/** Text without spaces between words, or an identifier, a path, a version, a name of a host. */
const anyRun = new RegExp(
  `${unspacedLetter}(?:${unspacedLetter}|\\p{M})*|(?:${spacedLetter})+(?:[-./:@](?:${spacedLetter})+)*`,
  'gu',
)
const unspaced = new RegExp(`^${unspacedLetter}`, 'u')
const onlyLetters = /^\p{L}+$/u
const namePart = /[\p{L}\p{N}\p{M}]+/gu
/** `parseHTTPRequest2` has the parts parse, HTTP, Request and 2. */
const casePart = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lt}[\p{Ll}]*|\p{Lu}+|\p{N}+/gu

function identifierWords(run: string): readonly string[] {
  const found = [fold(run)]
  for (const [part] of run.matchAll(namePart)) {
    const pieces = part.match(casePart) ?? []
    for (const word of [part, ...(pieces.length > 1 ? pieces : [])].map(fold)) if (word !== found[0]) found.push(word)
  }
  return found.filter((word) => word !== '')
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Folds case, and marks of letters that are often left out. Marks of Japanese and Indian scripts make other letters: they stay. */
function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(foldedMarks, '')
    .normalize('NFC')
    .replace(foldedLetters, (letter) => plainLetters.get(letter) ?? letter)
}

/** Combining marks of Latin, Greek and Cyrillic, points of Hebrew and Arabic. */
const foldedMarks = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f]/gu
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
])
const foldedLetters = /[ßæœøłđðþıς]/gu
