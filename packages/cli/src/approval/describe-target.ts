import type { Target } from '@drawbridge/core'
import { type ApprovalPart, describePart } from '@drawbridge/core/approval'

/** A target as a person judges it: what it is called, and everything about it that the verdict may hang on. */
export interface TargetLine {
  readonly label: string
  readonly value: string
  readonly notes: readonly string[]
  /** The reasons why it is dangerous. */
  readonly warnings: readonly string[]
}

const labels: Readonly<Record<ApprovalPart['kind'], string>> = {
  path: 'Path',
  command: 'Command',
  host: 'Host',
  session: 'Session',
  agent: 'Agent',
  server: 'Server',
  dynamic: 'Unknown',
  code: 'Starts',
}

export function describeTarget(target: Target): TargetLine {
  return labelledPart(describePart(target))
}

/** A part of a request, with its name. */
export function labelledPart({ kind, text, marks, notes }: ApprovalPart): TargetLine {
  return { label: labels[kind], value: text, notes, warnings: marks }
}
