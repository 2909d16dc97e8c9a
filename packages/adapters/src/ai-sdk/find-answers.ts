import type { ModelMessage } from 'ai'

/** The answer of a person in the messages of a conversation. */
export interface GivenAnswer {
  readonly approved: boolean
  readonly reason?: string | undefined
}

/** Returns the answers of people to questions about calls, by the id of the call. The first answer to a call counts, as for the SDK. */
export function findAnswers(messages: readonly ModelMessage[]): ReadonlyMap<string, GivenAnswer> {
  const callOf = new Map<string, string>()
  const answers = new Map<string, GivenAnswer>()
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      // The program's `toolApproval` answers automatic requests, and no person.
      if (role === 'assistant' && part.type === 'tool-approval-request' && part.isAutomatic !== true)
        callOf.set(part.approvalId, part.toolCallId)
      if (role !== 'tool' || part.type !== 'tool-approval-response') continue
      const toolCallId = callOf.get(part.approvalId)
      if (toolCallId !== undefined && !answers.has(toolCallId)) answers.set(toolCallId, part)
    }
  }
  return answers
}

/** True if a person was asked about the call in these messages. */
export function isAskedIn(messages: readonly ModelMessage[], toolCallId: string): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'assistant' &&
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId),
  )
}
