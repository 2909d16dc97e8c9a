import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, time }) => [
  `create table mcp_tokens (
    id ${text} primary key,
    hash ${text} not null unique,
    client ${text} not null,
    user_id ${text},
    agent ${text},
    created_by ${text} not null,
    created_at ${time} not null,
    expires_at ${time},
    last_used_at ${time},
    revoked_by ${text},
    revoked_at ${time}
  )`,
]
