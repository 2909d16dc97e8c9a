import type { Trust } from '../result/label.ts'

/** The owner of documents: an agent, for documents that all its users share, or one user. */
export interface DocumentOwner {
  readonly agent: string
  readonly user?: string
}

/** Replaces the hash of a document that only hides the shared one. */
export const hiddenDocument = 'hidden'

/** A stored document without its text. */
export interface DocumentInfo {
  readonly path: string
  /** SHA-256 of the text as UTF-8, hex; or {@link hiddenDocument}. */
  readonly hash: string
  /** The size of the text in bytes of UTF-8; 0 if it is hidden. */
  readonly bytes: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
  /** The trust in its text: `untrusted` may hold a stranger's words. */
  readonly trust: Trust
}

/** A stored document with its text. */
export interface StoredDocument extends DocumentInfo {
  /** `null` if it is hidden. */
  readonly text: string | null
}

/** A new text for a document. */
export interface DocumentChange {
  readonly path: string
  /** `null` hides what lies beneath. */
  readonly text: string | null
  /** The hash that the document must have; undefined if it must not exist. The statement that writes compares it. */
  readonly expected: string | undefined
  readonly modifiedMs: number
  /** The trust in the text. */
  readonly trust: Trust
}

/** Documents by owner and path. */
export interface DocumentStore {
  /** By path. */
  list(owner: DocumentOwner): Promise<readonly DocumentInfo[]>
  /** As `list`, with the texts. */
  readAll(owner: DocumentOwner): Promise<readonly StoredDocument[]>
  find(owner: DocumentOwner, path: string): Promise<StoredDocument | undefined>
  /** Resolves to false, and changes nothing, if the document is not as expected. */
  save(owner: DocumentOwner, change: DocumentChange): Promise<boolean>
  /** As `save`. */
  remove(owner: DocumentOwner, path: string, expected: string): Promise<boolean>
}
