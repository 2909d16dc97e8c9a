import { expect, test, vi } from 'vitest'
import { describeSqlite } from '../../__fixtures__/describe-databases.ts'
import type { Change } from '../../change/change.ts'
import { statement } from '../../database/statement.ts'

const removeAll = statement('delete from changes')

describeSqlite('a listener', ({ open }) => {
  test('that slept while changes were removed is told to look at everything again', async () => {
    const [listening, other] = [await open(), await open()]
    const seen: Change[] = []
    using _subscription = await listening.subscribe('note', (change) => void seen.push(change))
    await other.transaction(async (transaction) => {
      await transaction.publish('note', 'missed')
      await transaction.run(removeAll)
      await transaction.publish('note', 'seen')
    })
    await vi.waitFor(() => expect(seen).toHaveLength(2), 20_000)
    expect(seen).toEqual([
      { topic: 'note', key: undefined },
      { topic: 'note', key: 'seen' },
    ])
  })
})
