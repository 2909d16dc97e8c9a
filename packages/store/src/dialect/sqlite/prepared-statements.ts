import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SqlValue, Statement } from '../../database/statement.ts'
import type { SqlResult } from '../dialect.ts'

/** Statements made at run time that are kept prepared; the one used longest ago makes room. */
const maxTexts = 200

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
  /** The parameter at each position; undefined if each occurs once, in order. */
  readonly order: readonly number[] | undefined
  readonly parameterCount: number | undefined
}

/** Prepares each statement once and runs it. */
export interface PreparedStatements {
  run(statement: Statement, parameters: readonly SqlValue[]): SqlResult
  runText(text: string, parameters: readonly unknown[]): SqlResult
}

export function createPreparedStatements(database: DatabaseSync): PreparedStatements {
  const statements = new WeakMap<Statement, Prepared>()
  const texts = new Map<string, Prepared>()
  return {
    run: (statement, parameters) => {
      let prepared = statements.get(statement)
      if (prepared === undefined) {
        prepared = prepareNumbered(database, statement.text.sqlite)
        statements.set(statement, prepared)
      }
      return execute(prepared, parameters)
    },
    runText: (text, parameters) => {
      const prepared = texts.get(text) ?? prepare(database, text)
      texts.delete(text)
      texts.set(text, prepared)
      const [oldest] = texts.keys()
      if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest)
      return execute(prepared, parameters as readonly SqlValue[])
    },
  }
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  return { statement, returnsRows: statement.columns().length > 0, order: undefined, parameterCount: undefined }
}

/** SQLite's own numbered parameters count as named ones in some versions of Node, so they become plain ones, in order. */
function prepareNumbered(database: DatabaseSync, text: string): Prepared {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, digits]) => Number(digits) - 1)
  const inOrder = numbers.every((number, place) => number === place)
  return {
    ...prepare(database, text.replace(/\$\d+/g, '?')),
    order: inOrder ? undefined : numbers,
    parameterCount: Math.max(-1, ...numbers) + 1,
  }
}

function execute(prepared: Prepared, parameters: readonly SqlValue[]): SqlResult {
  const { statement, returnsRows, order, parameterCount } = prepared
  if (parameterCount !== undefined && parameterCount !== parameters.length) {
    throw new TypeError(
      `The statement takes ${parameterCount} parameters and got ${parameters.length}: ${statement.sourceSQL}`,
    )
  }
  const values = order === undefined ? parameters : order.map((place) => parameters[place] as SqlValue)
  if (returnsRows) {
    const rows = statement.all(...values)
    return { rows, count: rows.length }
  }
  return { rows: [], count: Number(statement.run(...values).changes) }
}
