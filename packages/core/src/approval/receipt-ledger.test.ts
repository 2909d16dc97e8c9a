import { expect, test } from 'vitest'
import { createMemoryLedger } from './receipt-ledger.ts'

test('a receipt is claimed once', () => {
  const ledger = createMemoryLedger()
  expect([ledger.claim('a'), ledger.claim('b'), ledger.claim('a')]).toEqual([true, true, false])
})

test('receipts that count no longer are forgotten, the others never', () => {
  const ledger = createMemoryLedger()
  for (let index = 0; index < 2_000; index += 1) ledger.claim(`old ${index}`, { now: index, until: index + 1 })
  ledger.claim('kept', { now: 3_000, until: 1_000_000 })
  for (let index = 0; index < 5_000; index += 1) ledger.claim(`new ${index}`, { now: 4_000, until: 1_000_000 })
  expect(ledger.claim('kept', { now: 5_000, until: 1_000_000 })).toBe(false)
  expect(ledger.claim('new 0', { now: 5_000, until: 1_000_000 })).toBe(false)
  expect(ledger.claim('old 0', { now: 5_000, until: 5_000 })).toBe(true)
})
