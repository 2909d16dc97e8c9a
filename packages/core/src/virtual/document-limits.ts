import { fail } from '../outcome/tool-fault.ts'
import type { DocumentInfo } from './document-store.ts'

/** The most that may be stored for one agent and user. */
export interface DocumentLimits {
  /** The limit of one document, in bytes of UTF-8. */
  readonly maxBytes: number
  /** The largest number of documents of one agent and user. */
  readonly maxDocuments: number
  /** The limit of all documents together. */
  readonly maxTotalBytes: number
}

/** The limits on an agent's documents if none are set. */
export const defaultDocumentLimits: DocumentLimits = {
  maxBytes: 1024 * 1024,
  maxDocuments: 1000,
  maxTotalBytes: 64 * 1024 * 1024,
}

/** Throws `file_too_large` or `quota_exceeded` if a document does not fit with the others of its owner. */
export function checkLimits(
  { path, bytes }: Pick<DocumentInfo, 'path' | 'bytes'>,
  others: readonly Pick<DocumentInfo, 'path' | 'bytes'>[],
  { maxBytes, maxDocuments, maxTotalBytes }: DocumentLimits,
): void {
  if (bytes > maxBytes) {
    fail(
      'file_too_large',
      `"${path}" would have ${bytes} bytes; a file stored by Drawbridge has at most ${maxBytes}. Split it, or put the rest in an ordinary file.`,
    )
  }
  const kept = others.filter((other) => other.path !== path)
  if (kept.length >= maxDocuments) {
    fail(
      'quota_exceeded',
      `"${path}" cannot be created: ${kept.length} files are already stored, which is the limit. Merge or delete some.`,
    )
  }
  const total = kept.reduce((sum, other) => sum + other.bytes, bytes)
  if (total > maxTotalBytes) {
    fail(
      'quota_exceeded',
      `"${path}" cannot be written: ${total} bytes would be stored, and the limit is ${maxTotalBytes}. Delete files that are no longer needed.`,
    )
  }
}
