import { answerJobs } from '../answer-jobs.ts'

type Job = { readonly kind: 'echo'; readonly text: string } | { readonly kind: 'spin' | 'throw' | 'die' | 'environment' }

answerJobs(async (job: Job): Promise<string> => {
  switch (job.kind) {
    case 'echo':
      return job.text
    case 'environment':
      return Object.keys(process.env).join()
    case 'throw':
      throw new TypeError('no such thing')
    case 'die':
      process.exit(3)
    case 'spin':
      for (;;);
  }
})
