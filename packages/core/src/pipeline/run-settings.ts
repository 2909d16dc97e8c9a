import type { AutomaticApprovals } from '../approval/approver.ts'
import type { TextLimit } from '../bound/cut-text.ts'
import { defaultJsonLimits, type JsonLimits } from '../json/index.ts'

export interface RunSettings {
  readonly argumentLimits: JsonLimits
  /** The default time limit of a call, in milliseconds. */
  readonly defaultTimeoutMs: number
  /** The default time limit of a command line, in milliseconds. */
  readonly commandTimeoutMs: number
  /** No tool and no input gets more. Milliseconds. */
  readonly maxTimeoutMs: number
  /** The time for an aborted tool to settle on its own and return its partial result, in milliseconds. */
  readonly abortGraceMs: number
  /** The time for a person to answer, in milliseconds. */
  readonly approvalTimeoutMs: number
  /** How long the receipt of a detached run can be redeemed. Milliseconds. */
  readonly receiptTimeoutMs: number
  /** When automatic approvers of the run may decide. */
  readonly automaticApprovals: AutomaticApprovals
  /** The time limit of one run of a hook, in milliseconds. */
  readonly hookTimeoutMs: number
  /** The time limit of all hooks of a turn together, in milliseconds. */
  readonly hookTotalMs: number
  /** The maximum text of one result that a model sees; a tool may set its own. */
  readonly resultLimit: TextLimit
  /** True if a caller that repeats itself is warned and then stopped. For models; a person's script may repeat itself. */
  readonly endsLoops: boolean
  /** The thing that a loop ends: the run or, in a run that serves many tasks such as an MCP client's, the repeated call. */
  readonly loopEnds: 'run' | 'call'
}

export const defaultRunSettings: RunSettings = {
  argumentLimits: defaultJsonLimits,
  defaultTimeoutMs: 120_000,
  commandTimeoutMs: 60_000,
  maxTimeoutMs: 600_000,
  abortGraceMs: 5_000,
  approvalTimeoutMs: 120_000,
  receiptTimeoutMs: 1_800_000,
  automaticApprovals: 'alone',
  hookTimeoutMs: 10_000,
  hookTotalMs: 30_000,
  resultLimit: { bytes: 50_000, lines: 2_000 },
  endsLoops: true,
  loopEnds: 'run',
}
