import { nameCharacters, phraseCharacters } from './character-sets.ts'
import { type Assignment, readAssignment, readOption } from './read-assignment.ts'

/** The longest part of a name after its keyword, in UTF-16 units. */
export const longestNameTail = 40
/** The longest part of a name before its keyword, in UTF-16 units. */
export const longestNameHead = 48

/** Reads the names around keywords and what is assigned to them. */
export interface NameReader {
  /** Starts over with another text. */
  reset(text: string): void
  /**
   * Returns the values assigned to the name in which a keyword ends at `keywordEnd`: none, one, or an option's in
   * addition.
   */
  assignmentsAt(keywordEnd: number): readonly Assignment[]
  /** The whole name around a keyword with the words up to the operator, cut at the longest head and tail. */
  nameAt(keywordStart: number, keywordEnd: number): string
}

const none: readonly Assignment[] = []

/** Creates a reader; it keeps the last run it walked, so that a text full of keywords costs no more than one without. */
export function createNameReader(): NameReader {
  let text = ''
  let phraseStart = 0
  let phraseEnd = -1
  let assigned: readonly Assignment[] = none
  let nameEnd = -1

  function readPhrase(keywordEnd: number): void {
    if (keywordEnd >= phraseStart && keywordEnd <= phraseEnd) return
    phraseStart = keywordEnd
    phraseEnd = keywordEnd
    while (phraseCharacters[text.charCodeAt(phraseEnd)] === 1) phraseEnd++
    const assignment = readAssignment(text, phraseEnd)
    assigned = assignment === undefined ? none : [assignment]
  }

  return {
    reset(next) {
      text = next
      phraseEnd = -1
      nameEnd = -1
    },
    assignmentsAt(keywordEnd) {
      readPhrase(keywordEnd)
      const near = phraseEnd - keywordEnd <= longestNameTail ? assigned : none
      if (phraseEnd === keywordEnd) return near
      if (nameEnd < keywordEnd) nameEnd = runEnd(text, keywordEnd)
      if (nameEnd - keywordEnd > longestNameTail) return near
      const option = readOptionAt(text, nameEnd)
      return option === undefined ? near : [...near, option]
    },
    nameAt(keywordStart, keywordEnd) {
      const head = headStart(text, keywordStart)
      const qualified = /\bpublic $/i.test(text.slice(Math.max(0, head - 8), head)) ? head - 7 : head
      return text.slice(qualified, Math.min(phraseEnd, keywordEnd + longestNameTail)).trimEnd()
    },
  }
}

/** The value of `--name value`: the name starts with a hyphen and a blank follows it. */
function readOptionAt(text: string, end: number): Assignment | undefined {
  if (text.charCodeAt(end) !== 32 || text.charCodeAt(end + 1) === 45) return undefined
  const start = headStart(text, end)
  const isOption = text.charCodeAt(start) === 45 && text.charCodeAt(start + 1) !== 32
  return isOption ? readOption(text, end) : undefined
}

function headStart(text: string, from: number): number {
  const limit = Math.max(0, from - longestNameHead)
  let start = from
  while (start > limit && nameCharacters[text.charCodeAt(start - 1)] === 1) start--
  return start
}

function runEnd(text: string, from: number): number {
  let end = from
  while (nameCharacters[text.charCodeAt(end)] === 1) end++
  return end
}
