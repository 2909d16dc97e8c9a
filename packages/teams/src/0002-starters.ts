import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ json }) => [`alter table teams_tasks add column starter ${json}`]
