import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@drawbridge/core/base'
import { type DatabaseOptions, openDatabase, statement } from '@drawbridge/store/database'
import { claimStep, updateStep } from '../claim-steps.ts'

// Another process, in which many workers claim the steps of a task at once. Some die with their claim. It prints what each of them did.

/** What the test gives the process. */
interface Given {
  readonly options: DatabaseOptions
  readonly task: string
  readonly prefix: string
  readonly workers: number
  /** Of so many claims, one is left without a word. */
  readonly dying: number
  readonly leaseMs: number
}

const { options, task, prefix, workers, dying, leaseMs } = JSON.parse(process.argv[2] ?? '') as Given
const database = await openDatabase(options)
const desk = { database, clock: systemClock, leaseMs }
const countOpen = statement<[task: string], { open: number }>(
  `select count(*) as open from tasks_steps where task = $1 and status in ('pending', 'in_progress')`,
)
const claims: string[] = []
let alive = workers

async function work(index: number): Promise<void> {
  const claimant = { session: `${prefix}${index}`, run: 'r', isChild: true }
  for (;;) {
    const claimed = await claimStep(desk, { task, claimant })
    if (claimed.status !== 'claimed') return
    const { key } = claimed.step
    claims.push(key)
    if (claims.length % dying === 0) return
    await updateStep(desk, { task, step: key, claimant, status: 'completed', result: claimant.session })
  }
}

/** A few at a time stand in line, as runs of a process do; the line is long. */
async function stand(): Promise<void> {
  while (alive > 0) {
    alive -= 1
    await work(alive)
  }
}

flushCompileCache()
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
await Promise.all(Array.from({ length: 12 }, stand))
// Who is left goes on until the claims of the dead have ended and all is done.
for (let round = 0; ((await database.get(countOpen, task))?.open ?? 0) > 0; round += 1) {
  await work(workers + round)
  await sleep(25)
}
process.stdout.write(`${JSON.stringify(claims)}\n`)
await database[Symbol.asyncDispose]()
process.exit(0)
