import type { Migration } from '@drawbridge/store/database'

/** Counts by time for plots, and the position up to which they count the events. */
export const migration: Migration = ({ text, integer, time }) => [
  `create table gateway_stats (
    series ${text} not null,
    at ${time} not null,
    name ${text} not null,
    count ${integer} not null,
    total ${integer} not null,
    primary key (series, at, name)
  )`,
  `create table gateway_stats_head (id ${integer} primary key, position ${integer} not null)`,
  'insert into gateway_stats_head (id, position) values (1, 0)',
]
