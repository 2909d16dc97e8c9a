import type { AutomaticApprovals } from '../approval/approver.ts'
import type { TextLimit } from '../bound/cut-text.ts'
import { defaultJsonLimits, type JsonLimits } from '../json/index.ts'

export interface RunSettings {
  readonly argumentLimits: JsonLimits
  /** Of a call whose tool and input set none. Milliseconds. */
  readonly defaultTimeoutMs: number
  /** Of a command line that asks for none. Milliseconds. */
  readonly commandTimeoutMs: number
  /** No tool and no input gets more. Milliseconds. */
  readonly maxTimeoutMs: number
  /** How long an aborted tool may take to settle by itself and hand over what it has. Milliseconds. */
  readonly abortGraceMs: number
  /** How long somebody who is asked has to answer. Milliseconds. */
  readonly approvalTimeoutMs: number
  /** How long the receipt of a detached run can be redeemed. Milliseconds. */
  readonly receiptTimeoutMs: number
  /** Whether approvers of the run without a person behind them may decide. */
  readonly automaticApprovals: AutomaticApprovals
  /** Of one run of a hook. Milliseconds. */
  readonly hookTimeoutMs: number
  /** Of all hooks of a turn together. Milliseconds. */
  readonly hookTotalMs: number
  /** Of the text that one result shows to a model; a tool may set its own. */
  readonly resultLimit: TextLimit
  /** Whether a caller that goes in circles is warned and its run ended. For models; a person's script may repeat itself. */
  readonly endsLoops: boolean
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
}
