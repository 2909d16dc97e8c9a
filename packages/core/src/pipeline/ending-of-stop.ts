import { ownLabel } from '../result/label.ts'
import type { Ending } from './ending.ts'
import type { Stop } from './stage.ts'

/** The ending of a call that a gate stopped. */
export function endingOfStop(call: Ending['call'], { stopped, failure, decision, notes, waitedMs }: Stop): Ending {
  return {
    call,
    status: stopped,
    failure,
    ...(decision === undefined ? {} : { decision }),
    ...(notes === undefined ? {} : { notes }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    targets: call.targets ?? [],
    content: [{ type: 'text', text: failure.message, label: ownLabel }],
    ...(failure.data === undefined ? {} : { data: failure.data }),
    redactions: {},
  }
}
