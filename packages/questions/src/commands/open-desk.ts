import { DrawbridgeError } from '@drawbridge/core'
import { explainAmbiguous, findByPrefix, type HouseGround } from '@drawbridge/room'
import { createQuestionDesk, type QuestionDesk } from '../desk/create-question-desk.ts'
import type { StoredQuestions } from '../desk/question-rows.ts'

export const jsonOption = { flags: '--json', summary: 'write one JSON object' }
export const idArgument = { name: 'id', summary: 'id of the questions, or a unique prefix' }

/** The desk of a home; undefined if nothing was ever kept there. */
export async function findDesk({ database, clock }: HouseGround): Promise<QuestionDesk | undefined> {
  const found = await database.find()
  return found && createQuestionDesk(found, { clock })
}

/**
 * Finds questions by their id or a beginning of it. Of several that begin so, one that waits alone is meant.
 * @throws DrawbridgeError `invalid_option` if there are none, or several.
 */
export async function needQuestions(given: string, desk: QuestionDesk | undefined): Promise<StoredQuestions> {
  const found = findByPrefix(given, {
    items: (await desk?.list({ all: true })) ?? [],
    idOf: ({ request }) => request.id,
    kind: 'question',
    isLikely: ({ state }) => state === 'pending',
  })
  switch (found.status) {
    case 'found':
      return found.item
    case 'ambiguous':
      throw new DrawbridgeError('invalid_option', explainAmbiguous(given, 'questions', found.ids))
    case 'none':
      throw new DrawbridgeError(
        'invalid_option',
        `No question has the id ${JSON.stringify(given)}. See: drawbridge questions list`,
      )
    default:
      return found satisfies never
  }
}
