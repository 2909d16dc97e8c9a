import type { Approvals } from '../shared/approvals.ts'

/** The options of the tools for OpenAI. */
export interface OpenaiToolsOptions {
  /** The calls that wait for approval. Needed to answer them. */
  readonly approvals?: Approvals
  /** True if strict mode is switched on for each tool whose schema it can express. Default: false. */
  readonly strict?: boolean
}
