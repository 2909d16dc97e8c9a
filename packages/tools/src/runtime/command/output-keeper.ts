import type { ArtifactReferenceBlock } from '@drawbridge/core'
import type { OutputSpill } from '@drawbridge/core/registry'

/** Up to this size the result itself contains all output, which becomes an artifact if it is too much for a model. */
const heldBytes = 1024 * 1024
/** More than this of one output is counted and not kept. */
const maxSpilledBytes = 64 * 1024 * 1024

/** Keeps the whole of an output on disk as soon as it is too large to hold: bounded memory, bounded disk, whatever is printed. */
export interface OutputKeeper {
  /** Settles when there is room for the next piece. */
  take(chunk: Uint8Array): undefined | Promise<void>
  /**
   * Returns the reference for the result; undefined if the output was small, or could not be stored.
   * @param always True if a small output is stored too, because the result shows it changed.
   */
  finish(always?: boolean): Promise<Omit<ArtifactReferenceBlock, 'label'> | undefined>
}

/** `open` is asked at most once. The pieces of both streams go into one artifact, in the order in which they come. */
export function createOutputKeeper(open: () => OutputSpill | undefined): OutputKeeper {
  let held: Uint8Array[] = []
  let totalBytes = 0
  let spill: OutputSpill | undefined
  /** Settles when all that came before has been written; undefined while everything is held. */
  let written: Promise<void> | undefined

  const writeAll = async (pieces: readonly Uint8Array[]): Promise<void> => {
    for (const piece of pieces) await spill?.write(piece)
  }

  return {
    take: (chunk) => {
      totalBytes += chunk.length
      if (totalBytes > maxSpilledBytes) return undefined
      held.push(chunk)
      if (totalBytes <= heldBytes) return undefined
      spill ??= open()
      const pieces = held
      held = []
      written = (written ?? Promise.resolve()).then(() => writeAll(pieces))
      return written
    },
    finish: async (always = false) => {
      await written
      if (always && spill === undefined && held.length > 0) {
        spill = open()
        await writeAll(held)
      }
      return spill?.finish()
    },
  }
}
