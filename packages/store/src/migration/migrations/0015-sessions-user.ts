import type { Migration } from '../migration.ts'

/** Finds the sessions of one user, latest first, without a look at those of all others. */
export const migration: Migration = () => ['create index sessions_user on sessions (user_id, created_at, id)']
