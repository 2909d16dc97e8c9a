import { postgresCode } from './postgres/explain-postgres-error.ts'
import { isSqliteError } from './sqlite/sqlite-error.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteViolations: readonly number[] = [1555, 2067]
const postgresViolation = '23505'

/** Whether a statement failed because there is such a row already. Where that is expected, `on conflict` says so beforehand. */
export function isUniqueViolation(error: unknown): boolean {
  return isSqliteError(error) ? sqliteViolations.includes(error.errcode) : postgresCode(error) === postgresViolation
}
