import type { FileEntry, WalkOptions, WalkSummary } from '@drawbridge/core/machine'
import type { VirtualFile } from '@drawbridge/core/virtual'
import { entriesIn, walkEntry } from './virtual-entries.ts'
import type { VirtualPlaces } from './virtual-places.ts'

export interface VirtualFolder {
  /** Virtual path; `''` is the root of the workspace. */
  readonly folder: string
  readonly files: readonly VirtualFile[]
  /** Files that were left out, since rules deny them. */
  readonly denied: number
  readonly places: VirtualPlaces
}

/** Walks a folder with virtual entries in it, in name order, parents first. */
export async function* walkMerged(
  disk: AsyncGenerator<FileEntry, WalkSummary> | undefined,
  { folder, files, denied, places }: VirtualFolder,
  options: WalkOptions,
): AsyncGenerator<FileEntry, WalkSummary> {
  const waiting = [...entriesIn(folder, files, places)]
  const where = { folder, shownIn: '', level: 1 }
  const tree = { files, places }
  let summary: WalkSummary = { sensitive: 0, denied, unreadable: 0, unnamed: 0 }
  try {
    for (;;) {
      const step = await disk?.next()
      const name = step?.done === false ? step.value.path.split('/', 1)[0] : undefined
      while (waiting[0] !== undefined && (name === undefined || waiting[0].path < name)) {
        const entry = waiting.shift()
        if (entry !== undefined) yield* walkEntry(entry, where, tree, options)
      }
      if (step === undefined || step.done === true) {
        if (step !== undefined) summary = { ...step.value, denied: step.value.denied + denied }
        return summary
      }
      yield step.value
    }
  } finally {
    await disk?.return(summary)
  }
}
