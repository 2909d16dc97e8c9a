import { type DocumentChange, hiddenDocument, type StoredDocument } from './document-store.ts'
import { hashText } from './hash-text.ts'

/** What a store keeps of a change: every store works it out in the same way. */
export function documentRow({
  path,
  text,
  modifiedMs,
}: Pick<DocumentChange, 'path' | 'text' | 'modifiedMs'>): StoredDocument {
  if (text === null) return { path, text, hash: hiddenDocument, bytes: 0, modifiedMs }
  return { path, text, hash: hashText(text), bytes: Buffer.byteLength(text), modifiedMs }
}
