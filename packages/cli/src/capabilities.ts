import { agentsCapability } from './agents/agents-capability.ts'
import { approvalsCapability } from './approvals/approvals-capability.ts'
import { backupCapability } from './backup/backup-capability.ts'
import { callCapability } from './call/call-capability.ts'
import type { Capability } from './command-line/capability.ts'
import { firstStepsCapability } from './demo/first-steps-capability.ts'
import { homeCapability } from './doctor/home-capability.ts'
import { policyCapability } from './policy/policy-capability.ts'
import { sandboxCapability } from './sandbox/sandbox-capability.ts'
import { analysisCapability } from './scrub/analysis-capability.ts'
import { credentialsCapability } from './secrets/credentials-capability.ts'
import { serveCapability } from './serve/serve-capability.ts'
import { recordCapability } from './sessions/record-capability.ts'

/**
 * The capabilities whose commands and checks belong to the command line, in the order of the help and of `doctor`. Those of rooms
 * follow in the same form.
 */
export const ownCapabilities: readonly Capability[] = [
  homeCapability,
  callCapability,
  serveCapability,
  policyCapability,
  recordCapability,
  approvalsCapability,
  agentsCapability,
  credentialsCapability,
  sandboxCapability,
  backupCapability,
  firstStepsCapability,
  analysisCapability,
]
