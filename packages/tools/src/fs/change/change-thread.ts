import { scrubberOfParts } from '@drawbridge/core/scrub'
import { answerJobs } from '@drawbridge/sandbox/thread'
import { previewChange } from '../preview-change.ts'
import type { ChangeAnswer, ChangeJob } from './change-job.ts'
import { workOutEdit } from './work-out-edit.ts'

answerJobs(async (job: ChangeJob): Promise<ChangeAnswer> => {
  const scrubber = await scrubberOfParts(job.scrubber)
  switch (job.kind) {
    case 'edit': {
      const result = workOutEdit(job.input, job.current, scrubber)
      // As one piece: each that is a part of the file would be sent with the whole of it.
      if (result.status === 'failed') return { kind: 'edit', result }
      return { kind: 'edit', result: { ...result, pieces: [Buffer.concat(result.pieces)] } }
    }
    case 'preview':
      return { kind: 'preview', result: previewChange(job.call, job.current, scrubber) }
    default:
      return job satisfies never
  }
})
