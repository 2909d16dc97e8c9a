import { runNodeId } from '@drawbridge/core/event'
import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { createSessionKeys } from './session-keys.ts'

const insertRun = statement<[session: string, node: string, run: string]>(
  `insert into session_nodes (session_id, id, kind, parent_id, run_id, tool, status, position, created_at)
    values ($1, $2, 'run', null, $3, null, null, 1, 0)`,
)

describeDatabases('keys and the sessions that they had a part in', ({ open }) => {
  test('a key had a part in its session and in those of runs below it, and no other key did', async () => {
    const database = await open({ rooms: accessSchema })
    const keys = createSessionKeys(database)
    const key = { id: 'key_a', human: true }
    await keys.note('session_a', key)
    await keys.note('session_a', key)
    await keys.note('session_b', { id: 'key_b', human: true })
    await database.run(insertRun, 'session_a', runNodeId('run_a'), 'run_a')
    expect(await keys.hadPart('key_a', { session: 'session_a', parents: [] })).toBe(true)
    expect(await keys.hadPart('key_a', { session: 'child', parents: ['run_c', 'run_a'] })).toBe(true)
    expect(await keys.hadPart('key_b', { session: 'child', parents: ['run_c', 'run_a'] })).toBe(false)
    expect(await keys.hadPart('key_b', { session: 'session_a', parents: [] })).toBe(false)
  })

  test('a session works for the words that it heard last', async () => {
    const keys = createSessionKeys(await open({ rooms: accessSchema }))
    expect(await keys.sender('session_a')).toBeUndefined()
    await keys.noteSender('session_a', { userId: 'ada', keyId: 'key_a' })
    await keys.noteSender('session_b', { userId: 'bob' })
    expect(await keys.sender('session_a')).toEqual({ userId: 'ada', keyId: 'key_a' })
    await keys.noteSender('session_a', { userId: 'ada' })
    expect([await keys.sender('session_a'), await keys.sender('session_b')]).toEqual([
      { userId: 'ada' },
      { userId: 'bob' },
    ])
  })

  test('a key that answers nothing, and a browser, leave no trace', async () => {
    const keys = createSessionKeys(await open({ rooms: accessSchema }))
    await keys.note('session_a', { id: 'key_a', human: false })
    await keys.note('session_a', undefined)
    expect(await keys.hadPart('key_a', { session: 'session_a', parents: [] })).toBe(false)
  })
})
