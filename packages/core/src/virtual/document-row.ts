import { type DocumentChange, hiddenDocument, type StoredDocument } from './document-store.ts'
import { hashText } from './hash-text.ts'

/** Returns the row that a store keeps for a change; the same for every store. */
export function documentRow({
  path,
  text,
  modifiedMs,
}: Pick<DocumentChange, 'path' | 'text' | 'modifiedMs'>): StoredDocument {
  if (text === null) return { path, text, hash: hiddenDocument, bytes: 0, modifiedMs }
  return { path, text, hash: hashText(text), bytes: Buffer.byteLength(text), modifiedMs }
}
