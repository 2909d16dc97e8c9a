import type { ArtifactReferenceBlock } from '../result/content-block.ts'

/**
 * Takes the whole of an output that is too large to hold, piece by piece, scrubbed on the way to an artifact. What exceeds the
 * store's quota is dropped; a store that fails takes no more and says nothing, since the output itself matters more.
 */
export interface OutputSpill {
  write(chunk: Uint8Array): Promise<void>
  /** Returns the reference to put into the result; undefined if nothing could be stored. */
  finish(): Promise<Omit<ArtifactReferenceBlock, 'label'> | undefined>
  discard(): Promise<void>
}
