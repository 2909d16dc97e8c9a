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
  const isAscii = !notAscii.test(text)
  const runs = isAscii ? text.match(asciiRun) : text.normalize('NFKC').match(anyRun)
  for (const run of runs ?? []) {
    if (!isAscii && unspaced.test(run)) {
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
const unspacedLetter = `[[${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')}ー]&&[\\p{L}\\p{N}\\p{M}]]`
const spacedLetter = `[[\\p{L}\\p{N}\\p{M}_$]--${unspacedLetter}]`
/** Text without spaces between words, or an identifier, a path, a version, a name of a host. */
const anyRun = new RegExp(
  `${unspacedLetter}[${unspacedLetter}\\p{M}]*|${spacedLetter}+(?:[\\-.\\/:@]${spacedLetter}+)*`,
  'gv',
)
/** The same for ASCII alone, which most texts are. */
const asciiRun = /[A-Za-z0-9_$]+(?:[-./:@][A-Za-z0-9_$]+)*/g
const unspaced = new RegExp(`^${unspacedLetter}`, 'v')
const notAscii = /[^\0-\x7f]/
const onlyLetters = /^\p{L}+$/u
/** A word of one part, such as `Pipe`, `pipe` or `PIPE`. */
const simpleWord = /^(?:[A-Za-z]?[a-z]*|[A-Z]+|[0-9]+)$/
const namePart = /[\p{L}\p{N}\p{M}]+/gu
/** `parseHTTPRequest2` has the parts parse, HTTP, Request and 2. */
const casePart = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lt}[\p{Ll}]*|\p{Lu}+|\p{N}+/gu

function identifierWords(run: string): readonly string[] {
  const whole = fold(run)
  if (simpleWord.test(run)) return [whole]
  const found = whole === '' ? [] : [whole]
  for (const part of run.match(namePart) ?? []) {
    const pieces = part.match(casePart) ?? []
    for (const piece of [part, ...(pieces.length > 1 ? pieces : [])]) {
      const word = fold(piece)
      if (word !== whole && word !== '') found.push(word)
    }
  }
  return found
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Folds case, and marks of letters that are often left out. Marks of Japanese and Indian scripts make other letters: they stay. */
function fold(word: string): string {
  if (!notAscii.test(word)) return word.toLowerCase()
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
