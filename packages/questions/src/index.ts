export type { QuestionsSection } from './questions-section.ts'
export { questionDeskIdentity, questionsRoom } from './room.ts'
