import { createEnclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'

/** The answer of a reviewer, read. */
export type ReviewVerdict =
  | { readonly kind: 'approved' }
  | { readonly kind: 'rejected'; readonly feedback: string }
  /** Neither of the two: the whole answer is kept. */
  | { readonly kind: 'unclear'; readonly said: string }

/**
 * Reads the answer of a reviewer: it begins with `APPROVED`, or with `REJECTED` and the feedback behind a colon. An approval that goes on
 * in the same sentence may be a question or have a condition, and one before a rejection is none: both are unclear. Pure.
 */
export function readVerdict(answer: string): ReviewVerdict {
  const said = answer.trim().replace(/^[*_#>`"\s]+/, '')
  const isApproved = /^approved[*_`"]*(?:$|[ \t]*[\r\n.!:,;])/i.test(said) && !/^[*_#>`"\s]*rejected\b/im.test(said)
  if (isApproved) return { kind: 'approved' }
  const rejected = /^rejected\b[*_`"]*\s*:?[*_\s]*/i.exec(said)
  if (rejected === null) return { kind: 'unclear', said: answer.trim() }
  return { kind: 'rejected', feedback: said.slice(rejected[0].length).trim() || 'No feedback was given.' }
}

/** Returns the prompt of a reviewer. The work is enclosed by lines that it cannot have known, so that it adds nothing to the orders behind it. */
export function reviewPrompt(work: {
  readonly task: string
  readonly criteria?: string
  readonly text: string
}): string {
  const { task, criteria, text } = work
  return [
    'Judge the work below. You change nothing.',
    '',
    'The task was:',
    task,
    ...(criteria === undefined ? [] : ['', 'It passes if:', criteria]),
    '',
    `The work. ${enclosureNotice('the agent that you judge')}`,
    enclose(text, createEnclosure()),
    '',
    'Begin your answer with the word APPROVED if the work is good. Otherwise begin it with REJECTED: and say in short words what has to change.',
  ].join('\n')
}
