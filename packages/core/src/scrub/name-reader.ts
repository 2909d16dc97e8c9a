import { nameCharacters, phraseCharacters } from './character-sets.ts'
import { type Assignment, readAssignment, readOption } from './read-assignment.ts'

/** How far behind a keyword its name may go on, in UTF-16 units. */
export const longestNameTail = 40
/** How far before a keyword its name may start, in UTF-16 units. */
export const longestNameHead = 48

/** Reads the names around keywords and what is assigned to them; the run around a keyword is walked only once. */
export interface NameReader {
  /** Starts over with another text. */
  reset(text: string): void
  /** The values assigned to the name in which a keyword ends at `keywordEnd`: none, one, or an option's beside another. */
  assignmentsAt(keywordEnd: number): readonly Assignment[]
  /** The whole name around a keyword with the words up to the operator, cut at the longest head and tail. */
  nameAt(keywordStart: number, keywordEnd: number): string
}

const none: readonly Assignment[] = []

/** Creates a reader; it keeps the last run it walked, which makes a text full of keywords cost no more than one without. */
export function createNameReader(): NameReader {
  let text = ''
  let phraseStart = 0
  let phraseEnd = 0
  let phraseAssignment: Assignment | undefined

  function readPhrase(keywordEnd: number): void {
    if (keywordEnd >= phraseStart && keywordEnd <= phraseEnd) return
    phraseStart = keywordEnd
    phraseEnd = keywordEnd
    while (phraseCharacters[text.charCodeAt(phraseEnd)] === 1) phraseEnd++
    phraseAssignment = readAssignment(text, phraseEnd)
  }

  return {
    reset(next) {
      text = next
      phraseStart = 0
      phraseEnd = -1
    },
    assignmentsAt(keywordEnd) {
      readPhrase(keywordEnd)
      const assigned = phraseEnd - keywordEnd <= longestNameTail ? phraseAssignment : undefined
      const option = phraseEnd > keywordEnd ? readOptionAt(text, keywordEnd) : undefined
      if (option === undefined) return assigned === undefined ? none : [assigned]
      return assigned === undefined ? [option] : [assigned, option]
    },
    nameAt(keywordStart, keywordEnd) {
      const head = headStart(text, keywordStart)
      const qualified = /\bpublic $/i.test(text.slice(Math.max(0, head - 8), head)) ? head - 7 : head
      return text.slice(qualified, Math.min(phraseEnd, keywordEnd + longestNameTail)).trimEnd()
    },
  }
}

/** The value of `--name value`: the name starts with a hyphen and a blank follows it. */
function readOptionAt(text: string, keywordEnd: number): Assignment | undefined {
  const end = tailEnd(text, keywordEnd)
  if (text.charCodeAt(end) !== 32) return undefined
  const start = headStart(text, keywordEnd)
  const isOption = text.charCodeAt(start) === 45 && text.charCodeAt(start + 1) !== 32
  return isOption ? readOption(text, end) : undefined
}

function headStart(text: string, from: number): number {
  const limit = Math.max(0, from - longestNameHead)
  let start = from
  while (start > limit && nameCharacters[text.charCodeAt(start - 1)] === 1) start--
  return start
}

function tailEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + longestNameTail)
  let end = from
  while (end < limit && nameCharacters[text.charCodeAt(end)] === 1) end++
  return end
}
