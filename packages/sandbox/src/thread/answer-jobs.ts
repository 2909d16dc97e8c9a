import { parentPort } from 'node:worker_threads'
import { errorMessage } from '@drawbridge/core'

/** A thread's answer to a job. */
export type JobAnswer<Answer> =
  | { readonly status: 'done'; readonly value: Answer }
  | { readonly status: 'failed'; readonly message: string }

/** Makes a module the work of a thread: each job that `createThreadPool` sends is answered by the function. */
export function answerJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  const port = parentPort
  port?.on('message', async (job: Job) => port.postMessage(await answerOf(work, job)))
}

async function answerOf<Job, Answer>(work: (job: Job) => Promise<Answer>, job: Job): Promise<JobAnswer<Answer>> {
  try {
    return { status: 'done', value: await work(job) }
  } catch (error) {
    return { status: 'failed', message: errorMessage(error) }
  }
}
