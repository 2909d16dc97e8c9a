import type { Migration } from '../migration.ts'

export const migration: Migration = ({ text, integer, time }) => [
  // Rooms have migrations of their own, each room counted from 1.
  `create table room_migrations (
    room ${text} not null,
    version ${integer} not null,
    name ${text} not null,
    applied_at ${time} not null,
    primary key (room, version)
  )`,
]
