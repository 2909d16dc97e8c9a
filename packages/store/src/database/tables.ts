import type { AgentTables } from '../agent/agent-tables.ts'
import type { ChangeTables } from '../change/change-tables.ts'
import type { MigrationTables } from '../migration/migration-tables.ts'
import type { ProgramTables } from '../program/program-tables.ts'
import type { SecretTables } from '../secret/secret-tables.ts'

/** Every table, for Kysely. A feature describes its own in its folder; here they come together. */
export interface Tables extends MigrationTables, ChangeTables, AgentTables, ProgramTables, SecretTables {}
