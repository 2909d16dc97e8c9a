import { createHash } from 'node:crypto'
import { stableStringify } from '../json/index.ts'
import type { Target } from '../target/target.ts'

/** SHA-256 (hex) over what an approval is given for: another input, target or folder gives another digest. */
export function callDigest(call: {
  readonly tool: string
  readonly input: unknown
  readonly targets: readonly Target[]
  readonly workspace: string
}): string {
  const { tool, input, targets, workspace } = call
  return createHash('sha256').update(stableStringify({ tool, input, targets, workspace })).digest('hex')
}
