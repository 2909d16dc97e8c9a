import type { PatchHunk } from './patch-input.ts'

/** Hunks as a unified diff with line numbers, or why one has no certain place. */
export type PlacedHunks =
  | { readonly status: 'placed'; readonly diff: string }
  | { readonly status: 'misplaced'; readonly hunk: number; readonly why: string }

/** Places told of. */
const mostPlaces = 10

/**
 * Finds the places of hunks in the text of a file, in order, and returns them as a unified diff of it. A hunk without lines before it
 * must occur once behind the hunk before it; with them, the first place behind them counts. Lines are the same if only blanks at
 * their ends differ. Pure.
 */
export function placeHunks(text: string, hunks: readonly PatchHunk[]): PlacedHunks {
  const lines = linesOf(text)
  const parts: string[] = []
  let from = 0
  let shift = 0
  for (const [index, hunk] of hunks.entries()) {
    const { after = [], at_end: atEnd } = hunk
    const old = linesOf(hunk.old)
    const added = linesOf(hunk.new)
    for (const anchor of after) {
      const found = lines.findIndex((line, at) => at >= from && isSame(line, anchor))
      const known = found >= 0 ? found : lines.findIndex((line, at) => at >= from && line.trim() === anchor.trim())
      if (known < 0)
        return misplaced(index, `the line ${JSON.stringify(anchor)} does not occur in the rest of the file`)
      from = known + 1
    }
    const places = atEnd ? [Math.max(from, lines.length - old.length)] : placesOf(lines, old, from)
    const [place = 0] =
      old.length === 0 ? [after.length > 0 ? from : lines.length] : places.filter((at) => stands(lines, old, at))
    if (old.length > 0 && !places.some((at) => stands(lines, old, at)))
      return misplaced(
        index,
        `its lines do not occur ${from === 0 ? 'in' : `behind line ${from} of`} the file${atEnd ? ' at its end' : ''}`,
      )
    if (old.length > 0 && places.length > 1 && after.length === 0) {
      const shown = places.slice(0, mostPlaces).map((at) => at + 1)
      return misplaced(
        index,
        `its lines match several places, at lines ${shown.join(', ')}: give more lines, or a line before the place`,
      )
    }
    parts.push(diffHunk(lines.slice(place, place + old.length), old, added, { place, shift }))
    from = place + old.length
    shift += added.length - old.length
  }
  return { status: 'placed', diff: parts.join('') }
}

const misplaced = (index: number, why: string): PlacedHunks => ({ status: 'misplaced', hunk: index + 1, why })

/** Returns the lines of a text without their line ends. */
function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function placesOf(lines: readonly string[], old: readonly string[], from: number): number[] {
  const places: number[] = []
  for (let at = from; at + old.length <= lines.length && places.length <= mostPlaces; at += 1)
    if (stands(lines, old, at)) places.push(at)
  return places
}

function stands(lines: readonly string[], old: readonly string[], at: number): boolean {
  return at + old.length <= lines.length && old.every((line, offset) => isSame(lines[at + offset] ?? '', line))
}

function isSame(line: string, wanted: string): boolean {
  return line === wanted || line.trimEnd() === wanted.trimEnd()
}

/** A hunk of a unified diff. What old and new lines have in common at both ends is context, in the file's own words. */
function diffHunk(
  present: readonly string[],
  old: readonly string[],
  added: readonly string[],
  { place, shift }: { readonly place: number; readonly shift: number },
): string {
  const shortest = Math.min(old.length, added.length)
  let lead = 0
  while (lead < shortest && old[lead] === added[lead]) lead += 1
  let trail = 0
  while (trail < shortest - lead && old.at(-1 - trail) === added.at(-1 - trail)) trail += 1
  const own = present.map(withoutReturn)
  const body = [
    ...own.slice(0, lead).map((line) => ` ${line}`),
    ...own.slice(lead, own.length - trail).map((line) => `-${line}`),
    ...added.slice(lead, added.length - trail).map((line) => `+${withoutReturn(line)}`),
    ...own.slice(own.length - trail).map((line) => ` ${line}`),
  ]
  const start = (count: number, at: number) => (count === 0 ? at : at + 1)
  const header = `@@ -${start(old.length, place)},${old.length} +${start(added.length, place + shift)},${added.length} @@`
  return `${header}\n${body.map((line) => `${line}\n`).join('')}`
}

/** The diff leaves the line ends to the file. */
function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
