import { createHash } from 'node:crypto'
import { stableStringify } from '../json/index.ts'
import type { Target } from '../target/target.ts'

/** The subject of an approval. */
export interface DigestedCall {
  readonly tool: string
  readonly input: unknown
  readonly targets: readonly Target[]
  readonly workspace: string
  /** Names of the variables that its programs get. */
  readonly environment?: readonly string[]
  /** The content of the scripts that it runs, as hashes by path; null for one that could not be read. */
  readonly scripts?: Readonly<Record<string, string | null>>
}

/** SHA-256 (hex) over what an approval is given for: any other input, target, folder, environment or script gives another. */
export function callDigest({ tool, input, targets, workspace, environment, scripts }: DigestedCall): string {
  return createHash('sha256')
    .update(stableStringify({ tool, input, targets, workspace, environment, scripts }))
    .digest('hex')
}
