import { assertNever } from '@drawbridge/core/base'
import type { Questioner, QuestionReply, QuestionRequest } from '@drawbridge/core/question'
import type { Elicit } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'
import { questionForm, readFormAnswers } from './question-form.ts'

const id = 'mcp-elicitation'

/** Carries questions to the person behind the MCP client that sent the call. */
export function createElicitationQuestioner(elicit: Elicit): Questioner {
  return {
    id,
    ask: async (request, signal) =>
      readReply(request, await elicit({ id: request.id, form: questionForm(request) }, signal)),
  }
}

/**
 * Stands for the person behind a client in the run of a server, before a call says if its client can ask. It abstains; each call brings
 * the questioner that asks.
 */
export const clientQuestioner: Questioner = { id, ask: async () => undefined }

function readReply({ questions }: QuestionRequest, { action, content = {} }: FormAnswer): QuestionReply {
  switch (action) {
    case 'accept':
      return { status: 'answered', answers: readFormAnswers(questions, content) }
    case 'decline':
      return { status: 'declined' }
    case 'cancel':
      return { status: 'declined', reason: 'the question was closed in the MCP client without an answer' }
    default:
      return assertNever(action)
  }
}
