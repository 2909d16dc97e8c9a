import type { RoomConfigs } from '@drawbridge/core'
import {
  agentSection,
  approvalsSection,
  artifactsSection,
  flowSection,
  hooksSection,
  limitsSection,
  modeName,
  networkSection,
  permissionsSection,
  scrubSection,
  shellSection,
  telemetrySection,
  toolsSection,
  verdictName,
} from '@drawbridge/core/configuration'
import {
  agentSandboxSection,
  backupsSection,
  environmentNames,
  sandboxSection,
} from '@drawbridge/sandbox/configuration'
import { storeSection } from '@drawbridge/store/configuration'
import { z } from 'zod'
import type { LoadedSection } from '../room/room-sections.ts'
import { shadowSection } from './shadow-section.ts'

/** A call with the verdict that the policy of the file must give. */
export const policyTest = z.strictObject({
  name: z.string().min(1).optional().describe('Shown when the test fails. Default: the call.'),
  tool: z.string().min(1).describe('Canonical name.'),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The arguments of the call. Paths as a model writes them.'),
  as: z
    .strictObject({
      agent: z.string().min(1).optional(),
      role: z.enum(['main', 'orchestrator', 'sub', 'fork', 'worker']).optional(),
      channel: z.string().min(1).optional(),
      provider: z.string().min(1).optional(),
      mode: modeName.optional(),
    })
    .optional()
    .describe('The caller.'),
  expect: z.enum([...verdictName.options, 'unavailable']).describe('`unavailable`: the tool is not in the set.'),
})

/** Section `agents`: by id of the agent. */
const agentsSection = z
  .record(z.string().min(1), agentSection.extend({ sandbox: agentSandboxSection.optional() }))
  .describe('Settings for single agents, by id.')

/** A whole configuration file: one section for each package that has something to set. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('For editors.'),
    tools: toolsSection.optional(),
    agents: agentsSection.optional(),
    sandbox: sandboxSection.optional(),
    permissions: permissionsSection.optional(),
    approvals: approvalsSection.optional(),
    flow: flowSection.optional(),
    network: networkSection.optional(),
    shell: shellSection.extend({ environment: environmentNames.optional() }).describe('Commands.').optional(),
    backups: backupsSection.optional(),
    hooks: hooksSection.optional(),
    limits: limitsSection.optional(),
    scrub: scrubSection.optional(),
    artifacts: artifactsSection.optional(),
    store: storeSection.optional(),
    telemetry: telemetrySection.optional(),
    shadow: shadowSection.optional(),
    rooms: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe(
        'Third-party capabilities: packages by name, or modules by a path that is absolute or below `~/`. Their code runs in Drawbridge.',
      ),
    tests: z
      .array(policyTest)
      .readonly()
      .optional()
      .describe('Calls with the verdicts that this file must give; run by `drawbridge policy test`.'),
  })
  .describe('Configuration of Drawbridge (drawbridge.jsonc).')

/** A configuration, as `drawbridge.jsonc` holds it. */
export type DrawbridgeConfig = z.output<typeof configSchema> & Partial<RoomConfigs>

/** The schema of a file that may also hold these sections of rooms. */
export function configSchemaWith(sections: readonly LoadedSection[]): typeof configSchema {
  if (sections.length === 0) return configSchema
  const own = Object.fromEntries(sections.map(({ room, schema }) => [room, schema.optional()]))
  return configSchema.extend(own) as unknown as typeof configSchema
}

/** A call with the verdict that a configuration must give. */
export type PolicyTest = z.output<typeof policyTest>
