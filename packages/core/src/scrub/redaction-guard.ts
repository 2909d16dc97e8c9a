import { type Redaction, redactionMarker } from './redaction.ts'

/** How much of the text around a marker tells its occurrences apart, in UTF-16 units on each side. */
const longestNeighbour = 64
/** So many shown texts are remembered for each file: a long file is read in pages. */
const mostPages = 64
/** Above so many readings an edit is too vague: there is no candidate. */
const mostCandidates = 64

/** A text with markers, read as the file has it. */
export interface ExpandedText {
  readonly text: string
  /** What the markers stand for, in order. */
  readonly secrets: readonly string[]
}

/**
 * What a session remembers of the secrets that were taken out of the files it read, so that an edit may quote a marker
 * and no marker is ever written into a file. Data in memory; one for each session.
 */
export interface RedactionGuard {
  /** Remembers what was taken out of a text, the whole or a page of a file, before it was shown. */
  remember(path: string, original: string, redactions: readonly Redaction[]): void
  /** Forgets a file, for instance when it was deleted or written anew. */
  forget(path: string): void
  /**
   * What `oldText` may stand for: each marker is replaced by a secret that stood where the text around the marker
   * fits. The text itself when it holds no marker; empty when its markers fit nowhere.
   */
  expandMarkers(path: string, oldText: string): readonly ExpandedText[]
  /** Whether a text about to be written holds a marker although this session was shown markers for that file's secrets. */
  containsForeignMarker(path: string, newText: string): boolean
}

interface Hidden {
  readonly secret: string
  /** What stands before and behind the marker in the text that was shown, up to the next marker. */
  readonly before: string
  readonly behind: string
}

/** Creates an empty guard. */
export function createRedactionGuard(): RedactionGuard {
  const files = new Map<string, readonly (readonly Hidden[])[]>()
  return {
    remember(path, original, redactions) {
      if (redactions.length === 0) return
      files.set(path, [hiddenParts(original, redactions), ...(files.get(path) ?? [])].slice(0, mostPages))
    },
    forget: (path) => void files.delete(path),
    expandMarkers(path, oldText) {
      const pieces = oldText.split(redactionMarker)
      if (pieces.length === 1) return [{ text: oldText, secrets: [] }]
      const candidates = new Map<string, ExpandedText>()
      for (const hidden of files.get(path) ?? []) {
        for (const candidate of expandPieces(pieces, hidden)) candidates.set(candidate.text, candidate)
      }
      return candidates.size > mostCandidates ? [] : [...candidates.values()]
    },
    containsForeignMarker: (path, newText) => files.has(path) && newText.includes(redactionMarker),
  }
}

/**
 * Puts the secrets of an expanded old text back into the new text that replaces it, marker for marker; `undefined`
 * when the new text holds another number of markers, so that it cannot be told which is which.
 */
export function restoreMarkers(newText: string, secrets: readonly string[]): string | undefined {
  const pieces = newText.split(redactionMarker)
  return pieces.length - 1 === secrets.length ? join(pieces, secrets) : undefined
}

function hiddenParts(original: string, redactions: readonly Redaction[]): readonly Hidden[] {
  return redactions.map(({ start, end }, index) => {
    const previousEnd = redactions[index - 1]?.end ?? 0
    const nextStart = redactions[index + 1]?.start ?? original.length
    return {
      secret: original.slice(start, end),
      before: original.slice(Math.max(previousEnd, start - longestNeighbour), start),
      behind: original.slice(end, Math.min(nextStart, end + longestNeighbour)),
    }
  })
}

/** Takes every run of neighbouring secrets whose surroundings in the file agree with the pieces between the markers. */
function expandPieces(pieces: readonly string[], hidden: readonly Hidden[]): readonly ExpandedText[] {
  const markers = pieces.length - 1
  return hidden.flatMap((_, first) => {
    const run = hidden.slice(first, first + markers)
    if (run.length < markers) return []
    const fits = run.every(
      ({ before, behind }, index) =>
        agreesBackward(pieces[index] as string, before) && agreesForward(pieces[index + 1] as string, behind),
    )
    const secrets = run.map(({ secret }) => secret)
    return fits ? [{ text: join(pieces, secrets), secrets }] : []
  })
}

function join(pieces: readonly string[], secrets: readonly string[]): string {
  return pieces.map((piece, index) => piece + (secrets[index] ?? '')).join('')
}

/** Blanks may differ, as they may in an edit: the neighbours only choose which secret is meant. */
function agreesBackward(piece: string, before: string): boolean {
  const [shorter, longer] = byLength(squeeze(piece), squeeze(before))
  return longer.endsWith(shorter)
}

function agreesForward(piece: string, behind: string): boolean {
  const [shorter, longer] = byLength(squeeze(piece), squeeze(behind))
  return longer.startsWith(shorter)
}

function byLength(left: string, right: string): readonly [string, string] {
  return left.length <= right.length ? [left, right] : [right, left]
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
