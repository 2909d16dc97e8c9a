import type { Migration } from '@drawbridge/store/database'

/** Keeps which chunks the last changes of an index dropped: a process that compares vectors drops those and does not read all ids. */
export const migration: Migration = ({ json, integer }) => [
  `create table memory_dropped (
    partition ${integer} not null,
    version ${integer} not null,
    ids ${json} not null,
    primary key (partition, version)
  )`,
]
