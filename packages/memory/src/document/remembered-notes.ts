/** The document that the memory writer keeps: a line for each note. The writer writes no other one. */
export const notesPath = 'memory/remembered.md'

const heading = '# Remembered from conversations\n'
/** The day and the source behind a note. */
const origin = / \(\d{4}-\d\d-\d\d, ([^()]*)\)$/

/** Returns the note in a line of the document. */
export function noteOf(line: string): string {
  return line.replace(/^- /, '').replace(origin, '')
}

/** Adds notes to the text of the document. @param from.day As `2026-11-29`. */
export function withNotes(
  text: string | undefined,
  notes: readonly string[],
  { day, source }: { readonly day: string; readonly source: string },
): string {
  const start = text ?? heading
  const lines = notes.map((note) => `- ${note} (${day}, ${source})`)
  return `${start}${start.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
}

/** Returns the sources of the notes in a text. */
export function noteSources(text: string): ReadonlySet<string> {
  return new Set(linesOf(text).flatMap((line) => sourceOf(line) ?? []))
}

/** Removes the notes of a source from a text. The text is undefined if no note is left in it. */
export function withoutSource(
  text: string,
  source: string,
): { readonly text: string | undefined; readonly removed: number } {
  const lines = linesOf(text)
  const kept = lines.filter((line) => sourceOf(line) !== source)
  const rest = kept.join('\n')
  return {
    text: rest.replace(heading.trim(), '').trim() === '' ? undefined : rest,
    removed: lines.length - kept.length,
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n')
}

function sourceOf(line: string): string | undefined {
  return line.startsWith('- ') ? origin.exec(line.trimEnd())?.[1] : undefined
}
