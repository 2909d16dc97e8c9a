import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soakDatabase } from './soak/soak-database.ts'
import { withPostgres } from './soak/with-postgres.ts'

// Kills processes that record, a hundred times on each database, and looks at what is left. `npm run soak -- ROUNDS` for fewer.
const rounds = Number(process.argv[2] ?? 100)
const folder = await mkdtemp(join(tmpdir(), 'drawbridge-soak-'))
try {
  const sqlite = await soakDatabase('SQLite', { kind: 'sqlite', file: join(folder, 'drawbridge.db') }, rounds)
  const postgres = await withPostgres((url) => soakDatabase('PostgreSQL', { kind: 'postgres', url }, rounds))
  process.exitCode = sqlite && postgres ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
