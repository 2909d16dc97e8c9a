import { describe, expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import { createTestSession } from '../testing/create-test-session.ts'
import { driveMessages } from '../testing/drive-messages.ts'
import { createMockGoogle } from '../testing/mock-clients.ts'
import { directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import type { ListedCall } from '../testing/sixty-calls.ts'
import { toolsFor } from './tools-for.ts'

type Call = Pick<ListedCall, 'name' | 'arguments'> & { readonly id?: string }

function responseWith(calls: readonly Call[]) {
  const parts = calls.map(({ id, name, arguments: args }) => ({
    functionCall: { ...(id === undefined ? {} : { id }), name, args },
  }))
  const client = createMockGoogle([{ candidates: [{ content: { role: 'model', parts } }] }])
  return client.models.generateContent({ model: 'mock', contents: 'Do it.' })
}

describe('the tools of a session for the Gemini API', () => {
  test('have schemas in the words of the API, and none without fields', async () => {
    const { tools } = await toolsFor(createTestSession())
    const declared = tools.flatMap((tool) => ('functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : []))
    expect(declared.find(({ name }) => name === 'test__read')).toMatchObject({
      parameters: { type: 'OBJECT', properties: { path: { type: 'STRING' }, lines: { type: 'INTEGER' } } },
    })
    expect(declared.find(({ name }) => name === 'test__draw')).not.toHaveProperty('parameters')
  })

  test('answer a response with one content, in the order of its calls', async () => {
    const { answer } = await toolsFor(createTestSession())
    const response = await responseWith([
      { name: 'test__draw', arguments: {} },
      { id: 'own', name: 'test__read', arguments: { path: 'missing' } },
    ])
    expect(await answer(response)).toMatchObject({
      messages: [
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'test__draw', response: { output: expect.stringContaining('A dot.') } } },
            { inlineData: { mimeType: 'image/png', data: 'AA==' } },
            { functionResponse: { id: 'own', response: { error: 'There is no file "missing".' } } },
          ],
        },
      ],
    })
  })

  test('ask about calls without an id, too', async () => {
    const session = createTestSession()
    const approvals = createApprovals()
    const { answer } = await toolsFor(session, { approvals })
    const response = await responseWith([{ name: 'test__write', arguments: { path: 'a' } }])
    expect((await answer(response)).status).toBe('pending')
    for (const id of approvals.waiting()) approvals.decide(id, { answer: 'allow_once' })
    expect(await answer(response)).toMatchObject({
      messages: [{ parts: [{ functionResponse: { name: 'test__write', response: { output: 'Wrote a.' } } }] }],
    })
  })
})

test('sixty calls are recorded as without the adapter, whoever asks', async () => {
  const adapter = driveMessages(toolsFor, responseWith)
  expect(await playAsking(adapter)).toEqual(await playAsking(directlyAsking))
  expect(await playApproved(adapter)).toEqual(await playApproved(directlyApproved))
})
