import { shorten } from '@drawbridge/core/base'

const maxExcerpt = 160

/** In words why two lines that resemble each other are not the same. */
export function explainDifference(wanted: string, actual: string): string {
  if (wanted === actual) return 'is the same'
  if (collapse(wanted) === collapse(actual)) return describeBlanks(wanted, actual)
  if (wanted.toLowerCase() === actual.toLowerCase()) return 'differs in upper or lower case'
  if (plainForm(wanted) === plainForm(actual)) return explainForms(wanted, actual)
  if (wanted.replaceAll('\\', '') === actual.replaceAll('\\', '')) return 'differs in backslashes: check the escaping'
  return `reads\n${cutLine(actual.trim())}\nwhere the old text has\n${cutLine(wanted.trim())}`
}

function describeBlanks(wanted: string, actual: string): string {
  const indent = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? ''
  if (wanted.trim() === actual.trim() && indent(wanted) !== indent(actual)) {
    return `is indented by ${nameBlanks(indent(actual))}, the old text by ${nameBlanks(indent(wanted))}`
  }
  return wanted.trimEnd() === actual.trimEnd() ? 'differs in blanks at its end' : 'differs in blanks inside the line'
}

function nameBlanks(blanks: string): string {
  const tabs = blanks.split('\t').length - 1
  const spaces = blanks.length - tabs
  const parts = [tabs > 0 ? `${tabs} tab(s)` : '', spaces > 0 ? `${spaces} space(s)` : ''].filter((part) => part !== '')
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

function collapse(line: string): string {
  return line.replaceAll(/[ \t]+/g, '')
}

/** Text for a message of ours: quoted, control characters made visible, cut at 160 characters. */
export function excerpt(text: string): string {
  const shown = cutLine(text)
  return shown.length > maxExcerpt ? `${JSON.stringify(shown.slice(0, -1))}…` : JSON.stringify(shown)
}

/** A line as it is, so that it can be copied, cut at 160 characters. */
export function cutLine(line: string): string {
  return shorten(line, maxExcerpt)
}

/** Characters that cannot be seen. */
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Returns a text in composed characters, without those that cannot be seen. */
function plainForm(text: string): string {
  return text.replaceAll(invisible, '').normalize('NFKC')
}

/** Names the first characters in which two texts differ that look the same. */
function explainForms(wanted: string, actual: string): string {
  const own = [...actual]
  const other = [...wanted]
  const at = own.findIndex((character, index) => character !== other[index])
  const place = at === -1 ? own.length : at
  return `looks the same, but has ${nameCharacter(own[place])} where the old text has ${nameCharacter(other[place])} (character ${place + 1})`
}

function nameCharacter(character: string | undefined): string {
  if (character === undefined) return 'nothing'
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (character.replaceAll(invisible, '') === '') return `the invisible ${code}`
  return /\p{M}/u.test(character) ? `the combining mark ${code}` : `${code} ("${character}")`
}

/** A place at which the file has old text in other Unicode characters. */
interface SameForm {
  /** From 1. */
  readonly line: number
  readonly lines: readonly string[]
  readonly why: string
}

/** Finds the first place with the old text up to composition and characters that cannot be seen. */
export function findSameForm(text: string, old: string): SameForm | undefined {
  const fileLines = text.replaceAll('\r\n', '\n').split('\n')
  const plainOld = plainForm(old.replaceAll('\r\n', '\n'))
  if (plainOld.trim() === '') return undefined
  const plain = fileLines.map(plainForm).join('\n')
  const at = plain.indexOf(plainOld)
  if (at === -1) return undefined
  const start = plain.slice(0, at).split('\n').length - 1
  const oldLines = old.replaceAll('\r\n', '\n').split('\n')
  const lines = fileLines.slice(start, start + oldLines.length)
  const differing = Math.max(
    0,
    oldLines.findIndex((line, index) => !(lines[index] ?? '').includes(line)),
  )
  const wanted = oldLines[differing] ?? ''
  const actual = lines[differing] ?? ''
  const from = startOfForm(actual, wanted)
  return { line: start + differing + 1, lines, why: explainForms(wanted, actual.slice(from)) }
}

/** Returns the first position from which a line begins with the same plain text as the wanted one. */
function startOfForm(actual: string, wanted: string): number {
  const plain = plainForm(wanted)
  for (let from = 0; from < Math.min(actual.length, 2_000); from += 1) {
    if (plainForm(actual.slice(from, from + wanted.length * 3)).startsWith(plain)) return from
  }
  return 0
}

/** Returns lines as one JSON string in which marks and characters that cannot be seen are escaped. */
export function asEscapedText(lines: readonly string[]): string {
  return JSON.stringify(lines.slice(0, 12).map(cutLine).join('\n')).replaceAll(/[\p{M}\p{Cf}\u00a0]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
