import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOptions, openDatabase } from '../../database/index.ts'
import { statement } from '../../database/statement.ts'
import { openJobQueue } from '../open-job-queue.ts'

// Another process that does jobs of kind `test.effect`: the effect is a row whose key is that of the job. It is killed by the test.
const options = JSON.parse(process.argv[2] ?? '') as DatabaseOptions

const noteEffect = statement<[key: string]>('insert into effects (job_key) values ($1) on conflict (job_key) do nothing')

const database = await openDatabase(options)
const queue = await openJobQueue(database, options)
await queue.work(
  'test.effect',
  async ({ key = '' }) => {
    await sleep(Math.random() * 5)
    await database.run(noteEffect, key)
    await sleep(Math.random() * 5)
  },
  { concurrency: 4, leaseMs: 1_000 },
)
// Who is killed writes nothing at its end.
flushCompileCache()
process.stdout.write('ready\n')
// Workers keep no process alive by themselves.
setInterval(() => undefined, 60_000)
