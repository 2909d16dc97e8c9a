import { assertNever } from '@drawbridge/core/base'
import type { QuestionAnswer, Questioner, QuestionReply } from '@drawbridge/core/question'
import type { Elicit } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'

const id = 'mcp-elicitation'

/** Carries questions to the person behind the MCP client that sent the call. */
export function createElicitationQuestioner(elicit: Elicit): Questioner {
  return {
    id,
    ask: async (request, signal) => {
      const { questionForm, readFormAnswers } = await import('./question-form.ts')
      const answer = await elicit({ id: request.id, form: questionForm(request) }, signal)
      return readReply(answer, (content) => readFormAnswers(request.questions, content))
    },
  }
}

/**
 * Stands for the person behind a client in the run of a server, before a call says if its client can ask. It abstains; each call brings
 * the questioner that asks.
 */
export const clientQuestioner: Questioner = { id, ask: async () => undefined }

function readReply(
  { action, content = {} }: FormAnswer,
  read: (content: NonNullable<FormAnswer['content']>) => readonly QuestionAnswer[],
): QuestionReply {
  switch (action) {
    case 'accept':
      return { status: 'answered', answers: read(content) }
    case 'decline':
      return { status: 'declined' }
    case 'cancel':
      return { status: 'declined', reason: 'the question was closed in the MCP client without an answer' }
    default:
      return assertNever(action)
  }
}
