import type { Approver } from '../approval/approver.ts'
import type { EventSink } from '../event/event-log.ts'

/** The options of one call, in addition to those of its run. */
export interface CallOptions {
  /** Ends this call alone, with the code `aborted`. */
  readonly signal?: AbortSignal
  /** Asked about this call together with the run's approvers, such as the person behind the client that sent it. Those without a person do not count. */
  readonly approvers?: readonly Approver[]
  /** Hears the events of this call alone, scrubbed, as they happen. */
  readonly onEvent?: EventSink
}
