import type { EventLog } from '../event/event-log.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import { callInScope } from './call-in-scope.ts'
import type { CallOptions } from './call-options.ts'
import { callTool } from './call-tool.ts'
import { createRunContext } from './create-run-context.ts'
import { type Explanation, explainCall } from './explain-call.ts'
import type { RunOptions } from './run-options.ts'

/** One run of an agent: a frozen tool set and the way to call it. */
export interface Run {
  readonly snapshot: Snapshot
  readonly events: EventLog
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
  /** Takes a call in any shape a model emits and resolves to its one outcome. Never rejects. */
  call(raw: unknown, options?: CallOptions): Promise<Outcome>
  /** What `call` would do, without doing or asking anything. */
  explain(raw: unknown): Promise<Explanation>
  /** Ends the run: waiting calls are cancelled, running ones are stopped. */
  abort(reason: string): void
}

export function openRun(options: RunOptions): Run {
  const context = createRunContext(options)
  return {
    snapshot: context.snapshot,
    events: context.events,
    signal: context.signal,
    call: (raw, options) => (options === undefined ? callTool(raw, context) : callInScope(raw, context, options)),
    explain: (raw) => explainCall(raw, context),
    abort: context.abortRun,
  }
}
