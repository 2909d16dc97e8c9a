export { createQuestionDesk, type QuestionDesk, type QuestionDeskOptions } from './create-question-desk.ts'
