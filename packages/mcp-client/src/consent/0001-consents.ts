import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, time }) => [
  `create table mcp_consents (
    server ${text} not null,
    item ${text} not null,
    fingerprint ${text} not null,
    definition ${json} not null,
    decided_by ${text} not null,
    decided_at ${time} not null,
    primary key (server, item)
  )`,
  `create table mcp_eras (
    launch ${text} primary key,
    era ${text} not null,
    seen_at ${time} not null
  )`,
]
