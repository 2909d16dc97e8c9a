import type { Migration } from '@drawbridge/store/database'

/** Users, their keys and browser sessions, what is used once, and attempts to log in. */
export const migration: Migration = ({ text, integer, time, boolean, json }) => [
  `create table gateway_users (
    id ${text} primary key,
    name ${text} not null unique,
    role ${text} not null,
    token_hash ${text} unique,
    password_hash ${text},
    created_by ${text} not null,
    created_at ${time} not null,
    disabled_at ${time}
  )`,
  `create table gateway_state (id ${integer} primary key, users_changed ${integer} not null)`,
  'insert into gateway_state (id, users_changed) values (1, 0)',
  `create table gateway_keys (
    id ${text} primary key,
    user_id ${text} not null,
    name ${text} not null,
    hash ${text} not null unique,
    shown ${text} not null,
    scopes ${json} not null,
    agents ${json},
    human ${boolean} not null,
    created_by ${text} not null,
    created_at ${time} not null,
    expires_at ${time},
    used_at ${time},
    revoked_by ${text},
    revoked_at ${time}
  )`,
  'create index gateway_keys_user on gateway_keys (user_id)',
  `create table gateway_sessions (
    id ${text} primary key,
    user_id ${text} not null,
    cookie_hash ${text} not null unique,
    half_hash ${text} not null,
    device ${text} not null,
    address ${text} not null,
    created_at ${time} not null,
    used_at ${time} not null,
    proven_at ${time} not null,
    expires_at ${time} not null
  )`,
  'create index gateway_sessions_user on gateway_sessions (user_id)',
  `create table gateway_codes (
    hash ${text} primary key,
    kind ${text} not null,
    content ${json} not null,
    expires_at ${time} not null
  )`,
  `create table gateway_attempts (
    subject ${text} primary key,
    failures ${integer} not null,
    last_at ${time} not null,
    blocked_until ${time} not null
  )`,
]
