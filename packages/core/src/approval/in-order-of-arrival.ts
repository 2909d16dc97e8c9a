import type { ApprovalDecision } from './approval-request.ts'

/** The answers as they come, whatever the order of the questions; undefined abstains. */
export async function* inOrderOfArrival(
  asked: readonly Promise<ApprovalDecision | undefined>[],
): AsyncGenerator<ApprovalDecision, void> {
  const open = new Map(asked.map((answer, index) => [index, answer.then((decision) => ({ index, decision }))]))
  while (open.size > 0) {
    const { index, decision } = await Promise.race(open.values())
    open.delete(index)
    if (decision !== undefined) yield decision
  }
}
