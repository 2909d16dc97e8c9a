import type { Migration } from '../migration.ts'

/** The calls, with the verdicts that must come out, which belong to a version of the policy and to a draft. */
export const migration: Migration = ({ json }) =>
  ['configuration_versions', 'policy_drafts'].map((table) => `alter table ${table} add column tests ${json}`)
