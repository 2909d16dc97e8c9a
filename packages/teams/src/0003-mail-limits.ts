import type { Migration } from '@drawbridge/store/database'

// Text, and not JSON: PostgreSQL does not compare JSON, so that it could not leave out what is equal.
export const migration: Migration = ({ text }) => [`alter table teams_messages add column limits ${text}`]
