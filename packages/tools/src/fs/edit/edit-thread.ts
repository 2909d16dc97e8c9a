import { scrubberOfParts } from '@drawbridge/core/scrub'
import { answerJobs } from '@drawbridge/sandbox/thread'
import { type EditJob, type WorkedOutEdit, workOutEdit } from './edit-beside.ts'
import type { EditFailure } from './source-text.ts'

answerJobs(async (job: EditJob): Promise<WorkedOutEdit | EditFailure> => {
  const result = await workOutEdit(job.input, job.current, await scrubberOfParts(job.scrubber))
  // As one piece: each that is a part of the file would be sent with the whole of it.
  return result.status === 'failed' ? result : { ...result, pieces: [Buffer.concat(result.pieces)] }
})
