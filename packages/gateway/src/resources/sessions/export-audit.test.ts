import { createDatabaseRecorder } from '@drawbridge/store/sessions'
import { expect, test } from 'vitest'
import { sampleSession } from '../../../../store/src/session/__fixtures__/sample-events.ts'
import { openTestGateway } from '../../testing/open-test-gateway.ts'

test('an export to a program for tables contains no formula, and says in its first line what it contains', async () => {
  const open = await openTestGateway()
  const operator = await open.signIn('operator')
  const formula = '=HYPERLINK("http://evil.test","x")'
  await using recorder = createDatabaseRecorder(open.gateway.database)
  await recorder.append(sampleSession(formula).called('@call'), 'durable')
  await recorder.append(sampleSession('other').aborted('call_1'), 'durable')
  const answer = await operator.send('GET', '/v1/audit/export?format=csv')
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/)
  const [head = '', columns, added, called = '', ...others] = answer.text.trimEnd().split('\r\n')
  expect(JSON.parse(head.slice(2))).toMatchObject({ count: 3, first: '1', last: '3', head: { position: '3' } })
  expect(columns).toBe('position,time,event,session,call,tool,content')
  expect(added).toContain(',trust.changed,')
  expect(called).toContain(`,"'=HYPERLINK(""http://evil.test"",""x"")",'@call,`)
  expect(others).toHaveLength(1)
})

test('an export follows the filter, and that of a member contains only sessions of their own', async () => {
  const open = await openTestGateway()
  const [operator, member] = [await open.signIn('operator'), await open.signIn('member')]
  const users = 2
  await using recorder = createDatabaseRecorder(open.gateway.database)
  for (const session of ['one', 'two']) await recorder.append(sampleSession(session).aborted('call'), 'durable')
  const countOf = async (caller: typeof operator, query: string) => {
    const [head = '', ...events] = (await caller.send('GET', `/v1/audit/export${query}`)).text.trimEnd().split('\n')
    return [(JSON.parse(head) as { export: { count: number } }).export.count, events.length]
  }
  expect(await countOf(operator, '')).toEqual([users + 2, users + 2])
  expect(await countOf(operator, '?event=trust.changed')).toEqual([users, users])
  expect(await countOf(operator, '?session=two')).toEqual([1, 1])
  expect(await countOf(operator, '?event=tool.denied')).toEqual([0, 0])
  expect(await countOf(member, '')).toEqual([0, 0])
})
