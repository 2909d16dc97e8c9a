import { putQuestions, type Questioner } from '@drawbridge/core/question'
import type { House } from '@drawbridge/room'

/** The service `questioner`: asks everybody in a house who can carry questions, outside calls. */
export function createHouseQuestioner({ questioners, clock, ids, scrubber, emit }: House): Questioner {
  return {
    id: 'house',
    ask: async ({ questions, principal, workspace, waitsUntil }, signal) => {
      const result = await putQuestions(questions, {
        questioners: questioners(),
        principal,
        workspace,
        timeoutMs: Math.max(0, waitsUntil - clock.now()),
        signal,
        clock,
        ids,
        scrubber,
        note: (event) => void emit(principal, event).catch(() => undefined),
      })
      return result.status === 'answered' || result.status === 'declined' ? result : undefined
    },
  }
}
