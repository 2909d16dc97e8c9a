import { shortenMiddle } from '@drawbridge/core/base'

export interface MapNotes {
  readonly tooLarge: readonly string[]
  readonly notSource: readonly string[]
  readonly tooSlow: readonly string[]
  readonly withErrors: readonly string[]
  /** Entries of `focus` that mean nothing here. */
  readonly unknownFocus: readonly string[]
  readonly incomplete: 'files' | 'time' | undefined
  /** The most files of one map. */
  readonly maxFiles: number
}

/** The most bytes of all notes: the same for every budget, and little of the smallest. Notes beyond that are left out. */
const maxBytes = 400

/** Returns notes on what a map leaves out, the most important first. */
export function describeNotes(notes: MapNotes): readonly string[] {
  let left = maxBytes
  return allNotes(notes).filter((text) => {
    left -= Buffer.byteLength(text) + 1
    return left >= 0
  })
}

function allNotes(notes: MapNotes): readonly string[] {
  return [
    ...(notes.incomplete === undefined ? [] : [endings(notes.maxFiles)[notes.incomplete]]),
    ...listed('Nothing here is called', notes.unknownFocus),
    ...listed('Not parsed because they are too large', notes.tooLarge),
    ...listed('Not parsed because they are binary or machine-made', notes.notSource),
    ...listed('Not parsed because it took too long', notes.tooSlow),
    ...listed('Parts could not be parsed of', notes.withErrors),
  ]
}

const endings = (maxFiles: number) => ({
  files: `There are more than ${maxFiles} source files; the rest is not in the map. Give a deeper path.`,
  time: 'Time ran out before all files were parsed. Call again for more, or give a deeper path.',
})

function listed(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > 2 ? ` and ${names.length - 2} more` : ''
  const shown = names.slice(0, 2).map((name) => shortenMiddle(name, 80))
  return [`${what}: ${shown.join(', ')}${more}.`]
}

/** Says how much of a project is shown. */
export function describeShare(
  shown: { readonly files: number; readonly symbols: number },
  total: { readonly files: number; readonly symbols: number },
): string {
  return `Shown: ${shown.files} of ${total.files} files, ${shown.symbols} of ${total.symbols} symbols. For more raise budget, or give a deeper path or a focus.`
}
