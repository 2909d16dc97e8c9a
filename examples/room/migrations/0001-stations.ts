import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, real, time }) => [
  `create table weather_stations (
    name ${text} primary key,
    encrypted_token ${text} not null,
    key_id ${text} not null,
    celsius ${real},
    measured_at ${time}
  )`,
]
