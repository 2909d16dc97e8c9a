export { deskIdentity as questionDeskIdentity } from './desk/desk-identity.ts'
export type { QuestionsSection } from './questions-section.ts'
export { questionsRoom } from './room.ts'
