import { type SqlValue, type Statement, statement } from '../database/statement.ts'

export interface DocumentRow {
  readonly path: string
  readonly content: string | null
  readonly hash: string
  readonly bytes: number
  readonly modified_at: number
  readonly trust: 'trusted' | 'untrusted'
}

type OfDocument<Row = unknown> = Statement<readonly SqlValue[], Row>

/** Statements about the documents of one kind of owner. The owner's ids come first among the parameters. */
export interface DocumentStatements {
  readonly list: OfDocument<Omit<DocumentRow, 'content'>>
  readonly readAll: OfDocument<DocumentRow>
  /** Owner, path. */
  readonly find: OfDocument<DocumentRow>
  /** Parameters: owner, path, content, hash, bytes, time, trust. Writes nothing if the document exists, or the agent does not. */
  readonly insert: OfDocument
  /** As `insert`, then the hash that it has to have. */
  readonly update: OfDocument
  /** Owner, path, hash. */
  readonly remove: OfDocument
}

export interface DocumentPlace {
  readonly table: string
  /** The column of the path. */
  readonly path: string
  readonly owner: readonly ['agent_id'] | readonly ['agent_id', 'user_id']
  /** A further condition that selects the rows of this kind of owner. */
  readonly condition?: string
}

/** All names are the program's own. */
export function documentStatements({ table, path, owner, condition }: DocumentPlace): DocumentStatements {
  const count = owner.length
  const owned = [
    ...owner.map((column, place) => `${column} = $${place + 1}`),
    ...(condition === undefined ? [] : [condition]),
  ].join(' and ')
  const at = `${owned} and ${path} = $${count + 1}`
  const state = `${path} as path, hash, bytes, modified_at, trust`
  const columns = [...owner, path, 'content', 'hash', 'bytes', 'modified_at', 'trust']
  const values = columns.map((_, place) => `$${place + 1}`).join(', ')
  return {
    list: statement(`select ${state} from ${table} where ${owned}`),
    readAll: statement(`select ${state}, content from ${table} where ${owned}`),
    find: statement(`select ${state}, content from ${table} where ${at}`),
    insert: statement(
      `insert into ${table} (${columns.join(', ')}) select ${values} from agents where id = $1 on conflict do nothing`,
    ),
    update: statement(
      `update ${table} set content = $${count + 2}, hash = $${count + 3}, bytes = $${count + 4}, modified_at = $${count + 5}, trust = $${count + 6} where ${at} and hash = $${count + 7}`,
    ),
    remove: statement(`delete from ${table} where ${at} and hash = $${count + 2}`),
  }
}
