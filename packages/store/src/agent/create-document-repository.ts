import {
  type DocumentInfo,
  type DocumentOwner,
  type DocumentStore,
  documentRow,
  type StoredDocument,
} from '@drawbridge/core/virtual'
import type { Connection } from '../database/database.ts'
import { type SqlValue, statement } from '../database/statement.ts'
import type { DocumentRow, DocumentStatements } from './document-statements.ts'

const insertUser = statement<[id: string, createdAt: number]>(
  'insert into users (id, created_at) values ($1, $2) on conflict do nothing',
)

export interface DocumentLayers {
  readonly own: DocumentStatements
  readonly shared: DocumentStatements
}

/** Documents in the database. Every change is one statement that says what it expects, so that of two at once one is refused. */
export function createDocumentRepository(database: Connection, layers: DocumentLayers): DocumentStore {
  const of = ({ user }: DocumentOwner): DocumentStatements => (user === undefined ? layers.shared : layers.own)
  return {
    list: async (owner) => (await database.all(of(owner).list, ...idsOf(owner))).map(readInfo).sort(byPath),
    readAll: async (owner) => (await database.all(of(owner).readAll, ...idsOf(owner))).map(readDocument).sort(byPath),
    find: async (owner, path) => {
      const row = await database.get(of(owner).find, ...idsOf(owner), path)
      return row === undefined ? undefined : readDocument(row)
    },
    save: async (owner, change) => {
      const { path, text, hash, bytes, modifiedMs, trust } = documentRow(change)
      const values = [...idsOf(owner), path, text, hash, bytes, modifiedMs, trust]
      if (change.expected !== undefined) return (await database.run(of(owner).update, ...values, change.expected)) > 0
      if (owner.user !== undefined) await database.run(insertUser, owner.user, modifiedMs)
      return (await database.run(of(owner).insert, ...values)) > 0
    },
    remove: async (owner, path, expected) =>
      (await database.run(of(owner).remove, ...idsOf(owner), path, expected)) > 0,
  }
}

function idsOf({ agent, user }: DocumentOwner): readonly SqlValue[] {
  return user === undefined ? [agent] : [agent, user]
}

function readInfo({ path, hash, bytes, modified_at: modifiedMs, trust }: Omit<DocumentRow, 'content'>): DocumentInfo {
  return { path, hash, bytes, modifiedMs, trust }
}

function readDocument({ content, ...row }: DocumentRow): StoredDocument {
  return { ...readInfo(row), text: content }
}

/** By code unit: what a database sorts by depends on its language. */
function byPath(left: DocumentInfo, right: DocumentInfo): number {
  return left.path < right.path ? -1 : 1
}
