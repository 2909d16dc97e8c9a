export type {
  EnqueuedJob,
  EnqueueOptions,
  JobAdministration,
  JobFilter,
  JobHandler,
  JobQueue,
  JobState,
  RunningJob,
  StoredJob,
  WorkOptions,
} from './job-queue.ts'
export type { Outbox, OutboxEntry, OutboxMessage, ReceiveOptions } from './outbox.ts'
