import type { Message } from '@anthropic-ai/sdk/resources/messages'
import { describe, expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import { createTestSession } from '../testing/create-test-session.ts'
import { driveMessages } from '../testing/drive-messages.ts'
import { createMockAnthropic } from '../testing/mock-clients.ts'
import { directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import type { ListedCall } from '../testing/sixty-calls.ts'
import { toolsFor } from './tools-for.ts'

/** Returns what the client of Anthropic makes of an answer with these calls. */
function messageWith(calls: readonly Omit<ListedCall, 'answer'>[]): Promise<Message> {
  const content = calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }))
  const client = createMockAnthropic([{ type: 'message', role: 'assistant', content }])
  return client.messages.create({ model: 'mock', max_tokens: 1, messages: [{ role: 'user', content: 'Do it.' }] })
}

const call = (id: string, name: string, given: Readonly<Record<string, unknown>>) => ({ id, name, arguments: given })
const write = (id: string, path: string) => call(id, 'test__write', { path })

describe('the tools of a session for the Messages API', () => {
  test('have the names and schemas that the API takes', async () => {
    const { tools } = await toolsFor(createTestSession())
    expect(tools.find(({ name }) => name === 'test__write')).toMatchObject({
      description: 'Writes a file.',
      input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    })
  })

  test('answer a message with one message of results, errors marked as such', async () => {
    const { answer } = await toolsFor(createTestSession())
    const message = await messageWith([
      call('1', 'test__draw', {}),
      call('2', 'test__read', { path: 'missing' }),
      call('3', 'test__nothing', {}),
    ])
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
    expect(await answer(message)).toMatchObject({
      status: 'answered',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text' }, image], is_error: false },
            { type: 'tool_result', tool_use_id: '2', content: 'There is no file "missing".', is_error: true },
            {
              type: 'tool_result',
              tool_use_id: '3',
              content: expect.stringContaining('"test__nothing"'),
              is_error: true,
            },
          ],
        },
      ],
    })
  })

  test('answer a message without calls with nothing', async () => {
    const { answer } = await toolsFor(createTestSession())
    expect(await answer(await messageWith([]))).toEqual({ status: 'answered', messages: [] })
  })

  test('tell of progress, and end with the signal', async () => {
    const session = createTestSession()
    const { answer } = await toolsFor(session)
    const stopping = new AbortController()
    session.onWait.add(() => stopping.abort())
    const heard: string[] = []
    const { signal } = stopping
    const onEvent = (id: string, { type }: { readonly type: string }) => void heard.push(`${id} ${type}`)
    const answered = await answer(await messageWith([call('1', 'test__wait', {})]), { signal, onEvent })
    expect(answered).toMatchObject({ messages: [{ content: [{ is_error: true }] }] })
    expect(heard).toEqual(expect.arrayContaining(['1 tool.progress', '1 tool.cancelled']))
  })
})

describe('approval of calls in a message', () => {
  test('is given in another process: what has run does not run again, and the message is answered as a whole', async () => {
    const first = createTestSession()
    const approvals = createApprovals()
    const message = await messageWith([call('1', 'test__read', { path: 'a' }), write('2', 'b'), write('3', 'c')])
    const asked = await (await toolsFor(first, { approvals })).answer(message)
    expect(asked.status === 'pending' && [...asked.requests.keys()]).toEqual(['2', '3'])
    expect(first.did).toEqual(['begin a', 'read a'])
    const saved = JSON.parse(JSON.stringify({ message, approvals }))

    const second = createTestSession()
    const read = createApprovals(saved.approvals)
    const { answer } = await toolsFor(second, { approvals: read })
    read.decide('3', { answer: 'deny', reason: 'Not that.' })
    expect((await answer(saved.message)).status).toBe('pending')
    expect(second.did).toEqual([])
    read.decide('2', { answer: 'allow_once' })
    expect(await answer(saved.message)).toMatchObject({
      messages: [
        {
          content: [
            { tool_use_id: '1', content: 'a\n', is_error: false },
            { tool_use_id: '2', content: 'Wrote b.', is_error: false },
            { tool_use_id: '3', content: expect.stringContaining('Not that'), is_error: true },
          ],
        },
      ],
    })
    expect(second.did).toEqual(['begin b', 'wrote b'])
    expect(JSON.parse(JSON.stringify(read))).toEqual({ waiting: [], ended: [] })
  })

  test('does not hold for a changed call, which is asked about again', async () => {
    const session = createTestSession()
    const approvals = createApprovals()
    const { answer } = await toolsFor(session, { approvals })
    await answer(await messageWith([write('1', 'a')]))
    approvals.decide('1', { answer: 'allow_once' })
    const asked = await answer(await messageWith([write('1', 'z')]))
    expect(asked.status === 'pending' && asked.requests.get('1')).toMatchObject({ input: { path: 'z' } })
    expect(session.did).toEqual([])
  })

  test('is asked for each of the calls that share an id, once', async () => {
    const session = createTestSession()
    const approvals = createApprovals()
    const { answer } = await toolsFor(session, { approvals })
    const message = await messageWith([call('1', 'test__read', { path: 'a' }), write('1', 'b'), write('1', 'b')])
    const asked = await answer(message)
    expect(asked.status === 'pending' && [...asked.requests.keys()]).toEqual(['1 (2)', '1 (3)'])
    approvals.decide('1 (2)', { answer: 'allow_once' })
    approvals.decide('1 (3)', { answer: 'deny' })
    const block = (more: object) => ({ tool_use_id: '1', ...more })
    expect(await answer(message)).toMatchObject({
      messages: [{ content: [block({ content: 'a\n' }), block({ content: 'Wrote b.' }), block({ is_error: true })] }],
    })
    expect(session.did).toEqual(['begin a', 'read a', 'begin b', 'wrote b'])
  })

  test('that cannot be redeemed now leaves the ends of the calls before it, and is redeemed later', async () => {
    let claims = 0
    const claim = () => {
      claims += 1
      if (claims === 2) throw new Error('The ledger cannot be reached.')
      return true
    }
    const approvals = createApprovals()
    const session = createTestSession({ receipts: { claim } })
    const { answer } = await toolsFor(session, { approvals })
    const message = await messageWith([write('1', 'b'), write('2', 'c')])
    await answer(message)
    for (const id of ['1', '2']) approvals.decide(id, { answer: 'allow_once' })
    expect((await answer(message)).status).toBe('pending')
    expect(await answer(message)).toMatchObject({
      messages: [{ content: [{ content: 'Wrote b.' }, { content: 'Wrote c.' }] }],
    })
    expect(session.did).toEqual(['begin b', 'wrote b', 'begin c', 'wrote c'])
  })

  test('cannot be given for a call that does not wait, nor by an answer that is not on offer', async () => {
    const approvals = createApprovals()
    const { answer } = await toolsFor(createTestSession(), { approvals })
    await answer(await messageWith([write('1', 'a')]))
    expect(() => approvals.decide('2', { answer: 'allow_once' })).toThrow(/"2".*does not wait/)
    expect(() => approvals.decide('1', { answer: 'allow_always' })).toThrow(/offers allow_once/)
    expect(() => createApprovals([])).toThrow(/Not saved approvals/)
    const [waiting] = approvals.toJSON().waiting
    const savedWith = (answer: unknown) => ({ waiting: [{ ...waiting, answer }], ended: [] })
    expect(() => createApprovals(savedWith({ answer: 'allow_always' }))).toThrow(/offers allow_once/)
    expect(() => createApprovals(savedWith('yes'))).toThrow(/Not saved approvals/)
    expect(() => createApprovals({ waiting: [], ended: [{ callId: '1', end: {} }] })).toThrow(/an ended call/)
  })
})

const adapter = driveMessages(toolsFor, messageWith)

test('sixty calls are recorded as without the adapter, whoever asks', async () => {
  expect(await playAsking(adapter)).toEqual(await playAsking(directlyAsking))
  expect(await playApproved(adapter)).toEqual(await playApproved(directlyApproved))
})
