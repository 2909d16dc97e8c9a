import { scrubberOfParts } from '@drawbridge/core/scrub'
import { answerJobs } from '@drawbridge/sandbox/thread'
import { type ChangePreview, type PreviewJob, previewChange } from '../preview-change.ts'

answerJobs(async ({ call, current, scrubber }: PreviewJob): Promise<ChangePreview> => {
  return previewChange(call, current, await scrubberOfParts(scrubber))
})
