import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, integer, time }) => [
  `create table mcp_logins (
    id ${text} primary key,
    server ${text} not null,
    owner ${text} not null,
    url ${text} not null,
    issuer ${text} not null,
    resource ${text} not null,
    scopes ${text} not null,
    expires_at ${time},
    revision ${integer} not null,
    lease ${text},
    leased_until ${time},
    encrypted_credentials ${text} not null,
    key_id ${text} not null,
    changed_at ${time} not null
  )`,
  `create table mcp_wanted_scopes (
    id ${text} primary key,
    scopes ${text} not null
  )`,
]
