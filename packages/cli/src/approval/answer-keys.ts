import type { ApprovalAnswer } from '@drawbridge/core'

/** The key for each answer, what it is called while it is on offer, and what is said once it is given. */
export const answerKeys: Readonly<
  Record<ApprovalAnswer, { readonly key: string; readonly label: string; readonly given: string }>
> = {
  allow_once: { key: 'y', label: 'allow once', given: 'Allowed once.' },
  allow_for_session: { key: 's', label: 'allow for this session', given: 'Allowed for this session.' },
  allow_always: { key: 'a', label: 'allow always', given: 'Allowed always.' },
  deny: { key: 'n', label: 'deny', given: 'Denied.' },
  abort: { key: 'q', label: 'end the run', given: 'The run is ended.' },
}

/** In raw mode these keys arrive as characters; a person who presses them wants to leave. */
const abortKeys = ['\u0003', '\u0004']

/** Leaves a question open, if that is possible. */
export const leaveKey = 'l'

/** Shows what was left out of a question for its length. */
export const viewKey = 'v'

export function isAbortKey(key: string): boolean {
  return abortKeys.includes(key)
}

/** The answer that a key stands for, of those on offer. */
export function answerForKey(key: string, offered: readonly ApprovalAnswer[]): ApprovalAnswer | undefined {
  const wanted = isAbortKey(key) ? answerKeys.abort.key : key.toLowerCase()
  return offered.find((answer) => answerKeys[answer].key === wanted)
}
