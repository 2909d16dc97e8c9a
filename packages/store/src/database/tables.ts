import type { AgentTables } from '../agent/agent-tables.ts'
import type { ApprovalTables } from '../approval/approval-tables.ts'
import type { ChangeTables } from '../change/change-tables.ts'
import type { ConfigurationTables } from '../configuration/configuration-tables.ts'
import type { GrantTables } from '../grant/grant-tables.ts'
import type { JobTables } from '../job/job-tables.ts'
import type { LimitTables } from '../limit/limit-tables.ts'
import type { MigrationTables } from '../migration/migration-tables.ts'
import type { OutboxTables } from '../outbox/outbox-tables.ts'
import type { ProgramTables } from '../program/program-tables.ts'
import type { SecretTables } from '../secret/secret-tables.ts'
import type { SessionTables } from '../session/session-tables.ts'

/** Every table, for Kysely. A feature describes its own in its folder; here they come together. */
export interface Tables
  extends MigrationTables,
    ChangeTables,
    AgentTables,
    ProgramTables,
    SecretTables,
    SessionTables,
    GrantTables,
    ApprovalTables,
    LimitTables,
    JobTables,
    OutboxTables,
    ConfigurationTables {}
