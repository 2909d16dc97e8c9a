import type { Principal } from '../base/principal.ts'
import type { Risk } from '../tool/permission.ts'

/** The facts that a limit counts by. */
export interface LimitRequest {
  readonly tool: string
  readonly risk: Risk
  readonly principal: Principal
  /** Set for a call that gave its place back while it waited for a person: it was counted before, and only takes a place again. */
  readonly again?: true
}

/** A granted call holds its place until `release`; a refused one learns when to come back; an aborted one gave up waiting. */
export type LimitGrant =
  | {
      readonly status: 'granted'
      release(): void /** True if the call waited for its place. */
      readonly queued?: true
    }
  | { readonly status: 'refused'; readonly limit: string; readonly retryAfterMs: number }
  | { readonly status: 'aborted' }

/** Counts calls. In memory for one process, in the database for all of them. */
export interface Limiter {
  /** @param signal Aborted with the call, for a limiter in which calls wait. */
  acquire(request: LimitRequest, signal?: AbortSignal): LimitGrant | Promise<LimitGrant>
}

const granted: LimitGrant = { status: 'granted', release: () => undefined }

/** No limits at all. */
export const unlimited: Limiter = { acquire: () => granted }
