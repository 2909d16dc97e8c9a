import type { Clock } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import { renewClaims, returnClaims } from '../store/claim-steps.ts'
import { taskTopic } from '../store/note-change.ts'
import { endWorker, findTaskRow, seeWorker } from '../store/task-statements.ts'
import { timeOf } from '../store/time-of.ts'
import type { WorkerRun, WorkerStarter } from './worker-starter.ts'

/** A worker that was started for a step. */
export interface StartedWorker {
  readonly run: WorkerRun
  readonly task: string
  readonly step: string
}

/** The means by which workers are watched over. */
export interface WatchMeans {
  readonly database: Database
  readonly clock: Clock
  readonly starter: Pick<WorkerStarter, 'wait' | 'cancel'>
  readonly leaseMs: number
  readonly heartbeatMs: number
}

/**
 * Watches over a worker until it has ended: its claim lasts while it runs, it is stopped if its task ends, and what it did not report is given
 * back. Never rejects: without the store the lease ends the claim.
 */
export async function watchWorker({ run, task }: StartedWorker, means: WatchMeans): Promise<void> {
  const { database, clock, starter, heartbeatMs } = means
  const stopIfEnded = async () => {
    const status = (await database.get(findTaskRow, task))?.status
    if (status !== undefined && status !== 'open') await starter.cancel(run.id, `The task was ${status}.`)
  }
  let timer: Disposable | undefined
  const beat = () => {
    timer = clock.after(heartbeatMs, () => {
      beat()
      void signOfLife().catch(() => undefined)
    })
  }
  const signOfLife = async () => {
    await renewClaims(means, run.id)
    await database.run(seeWorker, run.id, await timeOf(database, clock))
    await stopIfEnded()
  }
  // The claim lasts from now on, however long it takes until changes of the task are heard.
  beat()
  try {
    using _watching = await database.subscribe(taskTopic, ({ key }) => {
      if (key === undefined || key === task) void stopIfEnded().catch(() => undefined)
    })
    const end = await starter.wait(run.id)
    const words = (end.message ?? end.text).slice(0, 2_000)
    const said = words === '' ? '' : ` Its last words: ${words}`
    await returnClaims(means, run.id, `Its worker ended (${end.state}) without a report.${said}`)
    const status = end.state === 'completed' || end.state === 'cancelled' ? end.state : 'failed'
    await database.run(endWorker, run.id, status, words, await timeOf(database, clock))
  } catch {
    // The store is closed or gone.
  } finally {
    timer?.[Symbol.dispose]()
  }
}
