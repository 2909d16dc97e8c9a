export type { ModelsSection } from './models-section.ts'
export { modelsRoom } from './room.ts'
