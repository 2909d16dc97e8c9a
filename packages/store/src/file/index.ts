export { readAllEvents } from './read-all-events.ts'
export type { TornLine } from './read-event-file.ts'
export { readSessionEvents } from './read-session-events.ts'
