import type { Migration } from '../migration.ts'

/** Finds the events of a rare type without a look at all others. */
export const migration: Migration = () => ['create index events_type on events (type, position)']
