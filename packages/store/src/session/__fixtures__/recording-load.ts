import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseOptions, openDatabase } from '../../database/index.ts'
import { createDatabaseRecorder } from '../create-database-recorder.ts'
import { sampleSession } from './sample-events.ts'

// Another process that records calls in several sessions at once, until it is killed or has made as many as it was told. It says
// `started ID` and `ended ID` once the record has acknowledged that.
const [options, prefix, calls, pauseMs] = JSON.parse(process.argv[2] ?? '') as [
  DatabaseOptions,
  string,
  number | null,
  number,
]
const lanes = 8
let left = calls ?? Number.POSITIVE_INFINITY

const say = (line: string) => process.stdout.write(`${line}\n`)
await using database = await openDatabase(options)
await using recorder = createDatabaseRecorder(database)
// Who is killed writes nothing at its end.
flushCompileCache()
await Promise.all(Array.from({ length: lanes }, (_, lane) => work(`${prefix}-${lane}`)))

async function work(session: string): Promise<void> {
  const events = sampleSession(session)
  await recorder.append(events.opening(), 'grouped')
  for (let turn = 1; left > 0; turn += 1) {
    left -= 1
    const id = `${session}-${turn}`
    await recorder.append(events.called(id, turn), 'grouped')
    await recorder.append(events.started(id), 'durable')
    say(`started ${id}`)
    // So long the tool is at work.
    await sleep(Math.random() * 4)
    await recorder.append(events.ended(id), 'grouped')
    say(`ended ${id}`)
    if (pauseMs > 0) await sleep(pauseMs)
  }
}
