import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, integer, time }) => [
  `create table skills_versions (
    name ${text} not null,
    version ${integer} not null,
    visibility ${text} not null,
    instructions ${text} not null,
    paths ${json} not null,
    files ${json} not null,
    digest ${text} not null,
    published_by ${text} not null,
    published_at ${time} not null,
    primary key (name, version)
  )`,
  `create table skills_grants (
    id ${text} primary key,
    skill ${text} not null,
    agent ${text},
    account ${text},
    granted_at ${time} not null
  )`,
  'create index skills_grants_skill on skills_grants (skill)',
]
