/** Characters that look alike and have one UTF-16 unit each, so that columns stay the same. */
const lookAlikes = [
  "'\u2018\u2019\u201a\u201b\u2032\u00b4`",
  '"\u201c\u201d\u201e\u201f\u2033',
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
  ' \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
]

const classByCharacter = new Map(
  lookAlikes.flatMap((group) => [...group].map((character) => [character, `[${escapeForRegExp(group)}]`] as const)),
)

const lineBreak = '(?:\\r\\n|(?<!\\r)\\n)'
const lineStart = '(?<![^\\n])'
const lineStop = '(?=\\r?\\n|(?![^]))'
const blanks = '[ \\t]*'
/** A place ends before or after `\r\n`, never inside. */
const notInsideBreak = '(?!(?<=\\r)\\n)'

/** Finds old text with either line end. */
export function lineEndPattern(old: string): RegExp {
  return new RegExp(old.split('\n').map(escapeForRegExp).join(lineBreak) + notInsideBreak, 'g')
}

/** Also with other blanks at line ends and look-alike characters. */
export function typographyPattern(old: string): RegExp {
  const lines = old.split('\n')
  const bodies = lines.map((line) => fold(trimEndBlanks(line)))
  const last = lines.at(-1) ?? ''
  const stop = last === trimEndBlanks(last) ? '' : `${blanks}${lineStop}`
  // Else the blanks before a leading line break would make a place of each of them.
  const start = bodies[0] === '' ? '(?<![ \\t])' : ''
  return new RegExp(start + bodies.join(`${blanks}${lineBreak}`) + stop + notInsideBreak, 'g')
}

/** Whole lines only, each with any indentation: whether all are shifted alike is for the caller to check. */
export function indentationPattern(old: string): RegExp {
  const endsWithBreak = old.endsWith('\n')
  const lines = (endsWithBreak ? old.slice(0, -1) : old).split('\n')
  const bodies = lines.map((line) => (isBlank(line) ? blanks : `${blanks}${fold(trimBlanks(line))}${blanks}`))
  return new RegExp(
    `${lineStart}${bodies.join(lineBreak)}${endsWithBreak ? lineBreak : lineStop}${notInsideBreak}`,
    'g',
  )
}

export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

function trimBlanks(line: string): string {
  return trimEndBlanks(line.replace(/^[ \t]+/, ''))
}

function trimEndBlanks(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return line.slice(0, end)
}

function fold(line: string): string {
  return Array.from(line, (character) => classByCharacter.get(character) ?? escapeForRegExp(character)).join('')
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (character) => `\\${character}`)
}
