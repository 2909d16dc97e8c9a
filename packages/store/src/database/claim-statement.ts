import { type SqlValue, type Statement, statement } from './statement.ts'

/** A row that one of several processes takes. */
export interface Claim {
  readonly table: string
  /** The column that finds the row. Default `id`. */
  readonly key?: string
  /** The column that tells whether the row is still to be had. Default `state`. */
  readonly column?: string
  readonly from: string
  readonly to: string
  /** Further columns that the winner sets, in the order of its parameters. */
  readonly set?: readonly string[]
}

/**
 * A statement that takes a row from one state to another. Of many who run it at once, in any process, exactly one gets the row;
 * the others get undefined from `get`. All names are the program's own, never a model's or person's.
 * @example const answer = claimStatement<[by: string], ApprovalRow>({ table: 'approvals', from: 'open', to: 'answered', set: ['by'] })
 * const won = await connection.get(answer, id, by)
 */
export function claimStatement<Values extends readonly SqlValue[], Row>(
  claim: Claim,
): Statement<[key: string, ...values: Values], Row> {
  const { table, key = 'id', column = 'state', from, to, set = [] } = claim
  const assignments = [`${column} = ${quote(to)}`, ...set.map((name, place) => `${name} = $${place + 2}`)]
  return statement(
    `update ${table} set ${assignments.join(', ')} where ${key} = $1 and ${column} = ${quote(from)} returning *`,
  )
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
