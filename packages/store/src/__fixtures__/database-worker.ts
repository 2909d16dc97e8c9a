import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { claimAnswer } from '../approval/approval-rows.ts'
import { createDatabaseReceiptLedger } from '../approval/create-database-receipt-ledger.ts'
import { claimStatement, type Database, type DatabaseOptions, openDatabase } from '../database/index.ts'
import { createDatabaseLimiter } from '../limit/create-database-limiter.ts'
import { insertNote } from './notes.ts'
import type { WorkerTask } from './start-worker.ts'

// Another process on the database of a test: started by start-worker.ts, told to go on by lines, answering in lines.
const [options, task] = JSON.parse(process.argv[2] ?? '') as [DatabaseOptions, WorkerTask]
const lines = createInterface({ input: process.stdin })
const say = (line: string | number) => process.stdout.write(`${line}\n`)
const told = () => once(lines, 'line')

const claim = claimStatement<[], { id: string }>({ table: 'notes', from: 'open', to: 'taken' })

if (task.kind === 'open') {
  say('ready')
  await told()
}
{
  await using database = await openDatabase(options)
  await work(database)
}
lines.close()
process.stdin.unref()

async function work(database: Database): Promise<void> {
  switch (task.kind) {
    case 'open':
      return void say('opened')
    case 'claim': {
      say('ready')
      await told()
      const won = await Promise.all(Array.from({ length: task.times }, () => database.get(claim, task.id)))
      return void say(won.filter((row) => row !== undefined).length)
    }
    case 'claim-answer': {
      say('ready')
      await told()
      const claims = Array.from({ length: task.times }, () => database.get(claimAnswer, task.question, Date.now()))
      return void say((await Promise.all(claims)).filter((row) => row !== undefined).length)
    }
    case 'claim-receipt': {
      say('ready')
      await told()
      const ledger = createDatabaseReceiptLedger(database)
      const claims = Array.from({ length: task.times }, () => ledger.claim(task.id))
      return void say((await Promise.all(claims)).filter((won) => won).length)
    }
    case 'acquire': {
      const limiter = createDatabaseLimiter(database, { settings: task.settings })
      say('ready')
      await told()
      const grants = await Promise.all(Array.from({ length: task.times }, () => limiter.acquire(task.request)))
      say(grants.filter(({ status }) => status === 'granted').length)
      await told()
      return limiter[Symbol.asyncDispose]()
    }
    case 'write':
      say('ready')
      await told()
      for (let count = 0; count < task.times; count += 1) {
        await database.transaction(async (transaction) => {
          await transaction.run(insertNote, `${task.prefix}-${count}`, 'x'.repeat(task.bytes ?? 100))
          await transaction.publish('note', `${task.prefix}-${count}`)
        })
        say(`${task.prefix}-${count}`)
      }
      return
    case 'hold':
      return database.transaction(async (transaction) => {
        await transaction.run(insertNote, task.id, 'held')
        say('held')
        await told()
      })
    case 'listen': {
      using _subscription = await database.subscribe('note', ({ key }) => say(`${key}`))
      say('ready')
      await told()
      return
    }
    default:
      return task satisfies never
  }
}
