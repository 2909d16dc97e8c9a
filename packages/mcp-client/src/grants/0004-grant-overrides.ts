import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ json }) => [`alter table mcp_grants add column overrides ${json}`]
