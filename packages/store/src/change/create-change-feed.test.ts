import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { Change } from './change.ts'

describeDatabases('change events', ({ open }) => {
  test('reach who subscribed to their topic, of this connection and of another, in order', async () => {
    const [own, other] = [await open(), await open()]
    const seen: Change[] = []
    using _subscription = await own.subscribe('approval', (change) => void seen.push(change))
    await own.publish('approval', 'one')
    await own.publish('grant', 'unheard')
    await other.publish('approval', 'two')
    await vi.waitFor(() => expect(seen).toHaveLength(2))
    expect(seen).toEqual([
      { topic: 'approval', key: 'one' },
      { topic: 'approval', key: 'two' },
    ])
  })

  test('are not told of what was rolled back', async () => {
    const database = await open()
    const seen: Change[] = []
    using _subscription = await database.subscribe('approval', (change) => void seen.push(change))
    const failing = database.transaction(async (transaction) => {
      await transaction.publish('approval', 'never')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await database.publish('approval', 'kept')
    await vi.waitFor(() => expect(seen).toEqual([{ topic: 'approval', key: 'kept' }]))
  })
})
