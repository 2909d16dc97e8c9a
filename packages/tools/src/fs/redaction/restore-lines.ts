import { diffArrays } from 'diff'

/** A line of the shown text, with its line end, and what its stand-ins stand for. */
export interface ShownLine {
  readonly text: string
  readonly hidden: readonly string[]
}

/** Of a change of more lines than this it is not worked out which stay. */
const maxEditLength = 2_000

/**
 * New lines with what their stand-ins stand for: a line that stays keeps its own; lines that replace others take over theirs, one for
 * one and in order. Undefined where it cannot be told which secret is meant.
 */
export function restoreLines(old: readonly ShownLine[], next: readonly string[], standIn: string): string | undefined {
  if (isAmbiguous(old, next)) return undefined
  const parts = diffArrays(
    old.map(({ text }) => text),
    [...next],
    { maxEditLength },
  )
  if (parts === undefined) return undefined
  let at = 0
  let result = ''
  let removed: readonly ShownLine[] = []
  for (const part of [...parts, undefined]) {
    if (part?.removed === true) {
      removed = old.slice(at, at + part.value.length)
      at += part.value.length
      continue
    }
    const restored = restoreBlock(removed, part?.added === true ? part.value : [], standIn)
    if (restored === undefined) return undefined
    removed = []
    result += restored
    if (part === undefined || part.added) continue
    const kept = old.slice(at, at + part.value.length)
    at += kept.length
    result += kept.map((line) => fill(line.text.split(standIn), line.hidden)).join('')
  }
  return result
}

/** Of lines that look the same but hide different secrets, some go and some stay: nobody can say which. */
function isAmbiguous(old: readonly ShownLine[], next: readonly string[]): boolean {
  const hiddenByText = new Map<string, Set<string>>()
  for (const { text, hidden } of old) {
    if (hidden.length === 0) continue
    hiddenByText.set(text, (hiddenByText.get(text) ?? new Set()).add(JSON.stringify(hidden)))
  }
  const before = countEach(old.map(({ text }) => text))
  const after = countEach(next)
  return [...hiddenByText].some(([text, hidden]) => hidden.size > 1 && before.get(text) !== after.get(text))
}

function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function restoreBlock(removed: readonly ShownLine[], added: readonly string[], standIn: string): string | undefined {
  const text = added.join('')
  if (!text.includes(standIn)) return text
  const hidden = removed.flatMap((line) => line.hidden)
  const pieces = text.split(standIn)
  if (pieces.length - 1 !== hidden.length) return undefined
  const before = removed
    .map((line) => line.text)
    .join('')
    .split(standIn)
  return changesPlaces(surroundings(before), surroundings(pieces), hidden) ? undefined : fill(pieces, hidden)
}

interface Surroundings {
  readonly before: string
  readonly behind: string
}

/** What stands on the same line before and behind each stand-in, blanks aside. */
function surroundings(pieces: readonly string[]): readonly Surroundings[] {
  return pieces.slice(1).map((behind, index) => ({
    before: (pieces[index] ?? '').replace(/^[\s\S]*\n/, '').replaceAll(/\s+/g, ''),
    behind: behind.replace(/\r?\n[\s\S]*$/, '').replaceAll(/\s+/g, ''),
  }))
}

/** Whether a stand-in seems to have moved to where another one was: then order does not tell which is which. */
function changesPlaces(
  old: readonly Surroundings[],
  next: readonly Surroundings[],
  hidden: readonly string[],
): boolean {
  const isLike = (left: string | undefined, right: string | undefined) => left !== '' && left === right
  return next.some((here, index) => {
    const own = old[index]
    return old.some(
      (other, place) =>
        hidden[place] !== hidden[index] &&
        ((isLike(here.before, other.before) && here.before !== own?.before) ||
          (isLike(here.behind, other.behind) && here.behind !== own?.behind)),
    )
  })
}

function fill(pieces: readonly string[], hidden: readonly string[]): string {
  return pieces.map((piece, index) => piece + (hidden[index] ?? '')).join('')
}
