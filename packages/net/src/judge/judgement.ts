import type { Refusal } from '../refusal.ts'
import type { UrlTarget } from '../url/read-url.ts'

/** A URL that may be contacted. */
export interface AllowedUrl {
  readonly verdict: 'allow'
  readonly reason: string
  readonly target: UrlTarget
  /** Every address was vetted; they may be dialled in this order. Empty while the name has not been resolved. */
  readonly addresses: readonly string[]
  /** The first vetted address, the one to dial. */
  readonly dial?: string
}

/** The verdict on one URL. */
export type UrlJudgement = AllowedUrl | Refusal
