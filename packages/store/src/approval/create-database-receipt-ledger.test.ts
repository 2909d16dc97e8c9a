import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { createDatabaseReceiptLedger } from './create-database-receipt-ledger.ts'

describeDatabases('receipts', ({ open, options }) => {
  test('are redeemed once, whichever process asks', async () => {
    const [one, other] = [createDatabaseReceiptLedger(await open()), createDatabaseReceiptLedger(await open())]
    expect(await one.claim('approval_1')).toBe(true)
    expect(await other.claim('approval_1')).toBe(false)
    expect(await one.claim('approval_1')).toBe(false)
    expect(await other.claim('approval_2')).toBe(true)
  })

  test('are claimed 1,000 times at once by several processes, with one winner', async () => {
    await open()
    const task = { kind: 'claim-receipt', id: 'approval_1', times: 250 } as const
    const workers = Array.from({ length: 4 }, () => startWorker(options(), task))
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    const won = await Promise.all(workers.map(async (worker) => Number(await worker.next())))
    expect(won.reduce((sum, each) => sum + each, 0)).toBe(1)
  }, 60_000)
})
