import type { Migration } from './migration.ts'

/** A migration is loaded only when a database needs it. Its number is its place in the list. */
export interface MigrationEntry {
  readonly name: string
  load(): Promise<{ readonly migration: Migration }>
}

/** All of them, oldest first. What was released is never changed: add one. */
export const migrations: readonly MigrationEntry[] = [
  { name: '0001-changes', load: () => import('./migrations/0001-changes.ts') },
  { name: '0002-agents', load: () => import('./migrations/0002-agents.ts') },
  { name: '0003-secrets', load: () => import('./migrations/0003-secrets.ts') },
  { name: '0004-recording', load: () => import('./migrations/0004-recording.ts') },
  { name: '0005-authority', load: () => import('./migrations/0005-authority.ts') },
  { name: '0006-rooms', load: () => import('./migrations/0006-rooms.ts') },
  { name: '0007-session-nodes', load: () => import('./migrations/0007-session-nodes.ts') },
  { name: '0008-jobs', load: () => import('./migrations/0008-jobs.ts') },
  { name: '0009-open-runs', load: () => import('./migrations/0009-open-runs.ts') },
  { name: '0010-configuration', load: () => import('./migrations/0010-configuration.ts') },
  { name: '0011-document-trust', load: () => import('./migrations/0011-document-trust.ts') },
  { name: '0012-configuration-versions', load: () => import('./migrations/0012-configuration-versions.ts') },
  { name: '0013-events-type', load: () => import('./migrations/0013-events-type.ts') },
  { name: '0014-policy-tests', load: () => import('./migrations/0014-policy-tests.ts') },
  { name: '0015-sessions-user', load: () => import('./migrations/0015-sessions-user.ts') },
  { name: '0016-sessions-kind', load: () => import('./migrations/0016-sessions-kind.ts') },
]
