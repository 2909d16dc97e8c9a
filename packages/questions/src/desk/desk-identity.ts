import type { Questioner } from '@drawbridge/core/question'

/** The identity of the desk, for callers that open its database lazily. */
export const deskIdentity = {
  id: 'question-desk',
  answersLater: 'by `drawbridge questions`',
} as const satisfies Omit<Questioner, 'ask'>
