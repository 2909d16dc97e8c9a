import type { ArtifactReferenceBlock, OutputSpill } from '@drawbridge/core'

/** Of this much the result itself holds all, and an artifact is made of it where that is too much for a model. */
const heldBytes = 1024 * 1024
/** More than this of one output is counted and not kept. */
const maxSpilledBytes = 64 * 1024 * 1024

/** Keeps the whole of an output on disk as soon as it is too large to hold: bounded memory, bounded disk, whatever is printed. */
export interface OutputKeeper {
  /** Settles when there is room for the next piece. */
  take(chunk: Uint8Array): undefined | Promise<void>
  /** The reference for the result; undefined where the output was small, or could not be stored. */
  finish(): Promise<Omit<ArtifactReferenceBlock, 'label'> | undefined>
}

/** `open` is asked at most once. The pieces of both streams go into one artifact, in the order in which they come. */
export function createOutputKeeper(open: () => OutputSpill | undefined): OutputKeeper {
  let held: Uint8Array[] = []
  let totalBytes = 0
  let spill: OutputSpill | undefined
  let isOpen = false

  const startSpilling = async (): Promise<void> => {
    const pieces = held
    held = []
    for (const piece of pieces) await spill?.write(piece)
  }

  return {
    take: (chunk) => {
      totalBytes += chunk.length
      if (totalBytes > maxSpilledBytes) return undefined
      if (isOpen) return spill?.write(chunk)
      held.push(chunk)
      if (totalBytes <= heldBytes) return undefined
      isOpen = true
      spill = open()
      return startSpilling()
    },
    finish: async () => spill?.finish(),
  }
}
