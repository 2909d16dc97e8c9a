export { answerJobs } from './answer-jobs.ts'
export { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './create-thread-pool.ts'
