import type { ApprovalPart } from '../approval/parts-of.ts'
import { type DrawbridgeEvent, type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
import type { Decision } from '../policy/decision.ts'

/**
 * Returns an event without the sentences that Drawbridge itself writes, as plain data for a comparison. They explain what fields say: the
 * verdict and its rule, the code of a failure, the answers on offer. A later version may word them better, which does not count as a difference. Texts of
 * tools, hooks and people stay.
 */
export function withoutSentences(event: DrawbridgeEvent): unknown {
  if (isEndEvent(event)) return endWithout(event)
  switch (event.type) {
    case 'permission.requested': {
      const { reason: _, asked, withheld, parts, ...request } = event.request
      // Earlier records have no such lists.
      const answers = withheld?.map(({ answer }) => answer)
      const rules = asked?.map(({ because: __, ...rule }) => rule)
      return { ...event, request: { ...request, asked: rules, withheld: answers, parts: parts?.map(partWithout) } }
    }
    case 'permission.failed': {
      const { message: _, ...rest } = event
      return rest
    }
    case 'tool.started':
      return { ...event, decision: decisionWithout(event.decision) }
    default:
      return event
  }
}

/** Keeps what a part is, how dangerous, and how many marks and notes it has. An unknown part is described by a sentence alone. */
function partWithout({ kind, text, danger, marks, notes }: ApprovalPart): unknown {
  return { kind, danger, marks: marks.length, notes: notes.length, ...(kind === 'dynamic' ? {} : { text }) }
}

function endWithout(event: EndEvent): unknown {
  const { result, added = [], silent = false } = event
  const firstAdded = result.content.length - added.length
  const isOurs = (index: number) =>
    (index === 0 && (result.code !== undefined || silent)) || added[index - firstAdded] === 'loop'
  const content = result.content.map((block, index) => {
    if (block.type !== 'text' || !isOurs(index)) return block
    const { text: _, ...rest } = block
    return rest
  })
  const { decision } = result.meta
  const meta = decision === undefined ? result.meta : { ...result.meta, decision: decisionWithout(decision) }
  return { ...event, result: { ...result, content, meta } }
}

function decisionWithout({ reason: _, steps, ...decision }: Decision): unknown {
  // Earlier records have no steps.
  return { ...decision, steps: steps?.map(({ because: __, ...step }) => step) }
}
