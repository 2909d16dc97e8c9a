import { Worker } from 'node:worker_threads'
import type { JobAnswer } from './answer-jobs.ts'

/** Runs jobs of one kind in a thread, so that the event loop continues for any input. */
export interface ThreadPool<Job, Answer> {
  /**
   * Answers as the module does. Rejects with the reason of the signal, whose abort ends the thread in the midst of its work; and with what the
   * module threw, or why the thread died.
   */
  run(job: Job, signal: AbortSignal): Promise<Answer>
}

/** The options of `createThreadPool`. */
export interface ThreadPoolOptions {
  /** URL of a module that calls `answerJobs`. */
  readonly module: string
  /** In MiB. Default 512. A thread that needs more ends, and its job with it. */
  readonly memoryMb?: number
  /** The number of threads that wait for the next job. Default 1. They keep no process alive. */
  readonly idle?: number
}

/** A thread for each job that runs, without the environment of the process; started with the first job. */
export function createThreadPool<Job, Answer>(options: ThreadPoolOptions): ThreadPool<Job, Answer> {
  const { module, memoryMb = 512, idle = 1 } = options
  const waiting: Worker[] = []

  function start(): Worker {
    const thread = new Worker(new URL(module), {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const leave = () => void waiting.splice(0, waiting.length, ...waiting.filter((other) => other !== thread))
    thread.on('exit', leave)
    // The death of a waiting thread ends no process; the next job gets another thread.
    thread.on('error', leave)
    return thread
  }

  return {
    run: (job, signal) => {
      signal.throwIfAborted()
      const thread = waiting.pop() ?? start()
      thread.ref()
      return new Promise<Answer>((resolve, reject) => {
        const settle = (): void => {
          signal.removeEventListener('abort', onAbort)
          thread.off('message', onMessage).off('error', onError).off('exit', onExit)
        }
        const end = (error: unknown): void => {
          settle()
          void thread.terminate()
          reject(error)
        }
        const onAbort = (): void => end(signal.reason)
        const onError = (error: unknown): void => end(error)
        const onExit = (): void => end(new Error('The thread ended before its job was done.'))
        const onMessage = (answer: JobAnswer<Answer>): void => {
          settle()
          if (waiting.length < idle) {
            thread.unref()
            waiting.push(thread)
          } else void thread.terminate()
          if (answer.status === 'done') resolve(answer.value)
          else reject(new Error(answer.message))
        }
        signal.addEventListener('abort', onAbort, { once: true })
        thread.on('message', onMessage).on('error', onError).on('exit', onExit)
        thread.postMessage(job)
      })
    },
  }
}
