import { createHash } from 'node:crypto'
import { type DocumentChange, hiddenDocument, type StoredDocument } from './document-store.ts'

/** Returns the row that a store keeps for a change; the same for every store. */
export function documentRow({
  path,
  text,
  modifiedMs,
  trust,
}: Pick<DocumentChange, 'path' | 'text' | 'modifiedMs' | 'trust'>): StoredDocument {
  if (text === null) return { path, text, hash: hiddenDocument, bytes: 0, modifiedMs, trust }
  return { path, text, hash: hashText(text), bytes: Buffer.byteLength(text), modifiedMs, trust }
}

/** SHA-256 of a text as UTF-8, hex. */
function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
