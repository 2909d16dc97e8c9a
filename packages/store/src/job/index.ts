export { createOutbox, type StoredOutbox } from '../outbox/create-outbox.ts'
export { type JobQueueOptions, openJobQueue } from './open-job-queue.ts'
export type { StoredJobQueue } from './stored-job-queue.ts'
