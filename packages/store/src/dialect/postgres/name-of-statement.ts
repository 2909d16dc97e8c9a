import { createHash } from 'node:crypto'
import type { Statement } from '../../database/statement.ts'

const names = new WeakMap<Statement, string>()

/** The name under which a server keeps a prepared statement: the same text has the same name, and no other text has it. */
export function nameOf(statement: Statement): string {
  const known = names.get(statement)
  if (known !== undefined) return known
  const name = `drawbridge_${createHash('sha256').update(statement.text.postgres).digest('hex').slice(0, 32)}`
  names.set(statement, name)
  return name
}
