import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { createOutbox } from './create-outbox.ts'

describeDatabases('the outbox', ({ open }) => {
  test('hands each message over once, oldest first, to its recipient alone', async () => {
    const outbox = createOutbox(await open())
    await outbox.send(
      { recipient: 'ada', kind: 'mail', payload: { text: 'one' } },
      { recipient: 'bob', kind: 'mail', payload: { text: 'other' } },
      { recipient: 'ada', kind: 'note', payload: { text: 'two' } },
    )
    expect(await outbox.waiting()).toMatchObject([
      { recipient: 'ada', messages: 2 },
      { recipient: 'bob', messages: 1 },
    ])
    const seen: unknown[] = []
    const take = async (messages: readonly { readonly payload: unknown }[]) =>
      void seen.push(...messages.map(({ payload }) => payload))
    expect(await outbox.receive('ada', take)).toBe(2)
    expect(await outbox.receive('ada', take)).toBe(0)
    expect(seen).toEqual([{ text: 'one' }, { text: 'two' }])
  })

  test.each([
    ['an empty key', { key: '' }, 'The key of a message'],
    ['a key that is too long', { key: 'x'.repeat(1_001) }, '1001'],
    ['a payload that is too large', { payload: 'x'.repeat(1_048_577) }, 'at most 1048576 bytes'],
    ['no payload', { payload: undefined }, 'must be JSON'],
  ])('refuses %s, and with it all that was to be sent at once', async (_, part, message) => {
    const outbox = createOutbox(await open())
    const sound = { recipient: 'ada', kind: 'mail', payload: 1 }
    await expect(outbox.send(sound, { ...sound, ...part })).rejects.toThrow(message)
    expect(await outbox.waiting()).toEqual([])
  })

  test('keeps what the reader failed to take', async () => {
    const outbox = createOutbox(await open())
    await outbox.send({ recipient: 'ada', kind: 'mail', payload: 1 })
    await expect(outbox.receive('ada', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await outbox.receive('ada', async () => undefined)).toBe(1)
  })

  test('sends a message of the same key once, also after it was delivered', async () => {
    const outbox = createOutbox(await open())
    const entry = { recipient: 'ada', kind: 'end', payload: 1, key: 'child-3' }
    await outbox.send(entry, entry)
    expect(await outbox.receive('ada', async () => undefined)).toBe(1)
    await outbox.send(entry)
    expect(await outbox.receive('ada', async () => undefined)).toBe(0)
  })

  test('gives each of 40 messages to one of many readers at once', async () => {
    const database = await open()
    const boxes = [createOutbox(database), createOutbox(await open()), createOutbox(await open())]
    await boxes[0]?.send(...Array.from({ length: 40 }, (_, payload) => ({ recipient: 'ada', kind: 'mail', payload })))
    const seen: unknown[] = []
    const readers = Array.from({ length: 12 }, (_, index) =>
      boxes[index % boxes.length]?.receive(
        'ada',
        async (messages) => void seen.push(...messages.map(({ payload }) => payload)),
        {
          limit: 7,
        },
      ),
    )
    await Promise.all(readers)
    expect(seen.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 40 }, (_, index) => index),
    )
  })

  test('is part of the transaction of its cause, and wakes who listens once that is committed', async () => {
    const database = await open()
    const outbox = createOutbox(database)
    const woken = vi.fn()
    using _subscription = await outbox.subscribe('ada', woken)
    await expect(
      database.transaction(async (transaction) => {
        await outbox.sendIn(transaction, { recipient: 'ada', kind: 'mail', payload: 1 })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await outbox.waiting()).toEqual([])
    await outbox.send({ recipient: 'ada', kind: 'mail', payload: 1 })
    await vi.waitFor(() => expect(woken).toHaveBeenCalled(), 20_000)
  })

  test('takes one kind and leaves the others', async () => {
    const outbox = createOutbox(await open())
    await outbox.send({ recipient: 'ada', kind: 'mail', payload: 1 }, { recipient: 'ada', kind: 'note', payload: 2 })
    const kinds: string[] = []
    await outbox.receive('ada', async (messages) => void kinds.push(...messages.map(({ kind }) => kind)), {
      kind: 'note',
    })
    expect(kinds).toEqual(['note'])
    expect(await outbox.waiting()).toMatchObject([{ messages: 1 }])
  })
})
