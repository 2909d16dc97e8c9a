import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, time }) => [
  `alter table teams_tasks add column held_by ${text}`,
  `alter table teams_tasks add column held_until ${time}`,
  'create index teams_tasks_held on teams_tasks (held_by)',
]
