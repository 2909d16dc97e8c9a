export { keepsQuestions } from './ask-questioners.ts'
export { objectionToReply } from './check-reply.ts'
export { lookAlike, lookOf } from './look-alike.ts'
export { putQuestions } from './put-questions.ts'
export {
  type ChoiceQuestion,
  choicesOf,
  type Question,
  type QuestionAnswer,
  type QuestionOption,
  questionLimits,
} from './question.ts'
export type { Questioner, QuestionReply, QuestionRequest, QuestionResult } from './questioner.ts'
export { callerPath, readTypedAnswer, waysToAnswer } from './read-typed-answer.ts'
