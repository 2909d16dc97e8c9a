import { postgresCode } from './postgres/explain-postgres-error.ts'
import { isSqliteError } from './sqlite/sqlite-error.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const sqliteViolations: readonly number[] = [1555, 2067]
const postgresViolation = '23505'

/**
 * Returns true if a statement failed because such a row already exists. If that is expected, use `on conflict` instead.
 */
export function isUniqueViolation(error: unknown): boolean {
  return isSqliteError(error) ? sqliteViolations.includes(error.errcode) : postgresCode(error) === postgresViolation
}
