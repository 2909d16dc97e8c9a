import { generateText, isStepCount, type ModelMessage, streamText, type ToolSet } from 'ai'
import { describe, expect, test } from 'vitest'
import { createMockModel, type MockPart } from '../testing/mock-model.ts'
import { type Adapter, directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import { recordRefusals, toolsFor } from './tools-for.ts'

interface Generation {
  readonly tools: ToolSet
  readonly messages: ModelMessage[]
  readonly parts: readonly MockPart[]
  readonly abortSignal: AbortSignal
}

type Generate = (generation: Generation) => Promise<ModelMessage[]>

const stopWhen = isStepCount(3)
const done = [{ type: 'text', text: 'Done.' }] as const

const whole: Generate = async ({ parts, ...options }) => {
  const model = createMockModel([parts, done])
  const { responseMessages } = await generateText({ ...options, model, stopWhen })
  return responseMessages
}

const streamed: Generate = async ({ parts, ...options }) => {
  const model = createMockModel([parts, done])
  const { stream, responseMessages } = streamText({ ...options, model, stopWhen, onError: () => undefined })
  for await (const _ of stream);
  return responseMessages
}

const through =
  (generate: Generate): Adapter =>
  async (session, approvals) => {
    const tools = await toolsFor(session, { approvals })
    return async ({ calls, isAborted }, abortSignal) => {
      const parts = calls.map(
        ({ id, name, arguments: given }): MockPart => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input: JSON.stringify(given),
        }),
      )
      const begun: ModelMessage[] = [{ role: 'user', content: 'Do it.' }]
      const generating = generate({ tools, messages: begun, parts, abortSignal })
      if (isAborted) return generating.then(() => undefined).catch(() => undefined)
      const messages = [...begun, ...(await generating)]
      const requests = messages.flatMap(({ role, content }) =>
        role !== 'assistant' || typeof content === 'string'
          ? []
          : content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : [])),
      )
      if (requests.length === 0) return
      const answers = requests.map(({ approvalId, toolCallId }) => {
        const answer = calls.find(({ id }) => id === toolCallId)?.answer ?? { answer: 'deny' }
        if (answer.answer !== 'deny') approvals.decide(toolCallId, answer)
        const reason = answer.reason === undefined ? {} : { reason: answer.reason }
        return { type: 'tool-approval-response' as const, approvalId, approved: answer.answer !== 'deny', ...reason }
      })
      const answered: ModelMessage[] = [...messages, { role: 'tool', content: answers }]
      await recordRefusals(tools, answered)
      await generate({ tools, messages: answered, parts: done, abortSignal })
    }
  }

describe.each([
  ['generateText', whole],
  ['streamText', streamed],
])('sixty calls through %s', (_name, generate) => {
  test('are recorded as without it, if the SDK asks', async () => {
    expect(await playAsking(through(generate))).toEqual(await playAsking(directlyAsking))
  })

  test('are recorded as without it, if the session asks', async () => {
    expect(await playApproved(through(generate))).toEqual(await playApproved(directlyApproved))
  })
})

test('the list has sixty calls of every kind', async () => {
  const { events } = await playAsking(directlyAsking)
  const ends = Object.values(events).flatMap((own) => own.slice(-1)) as { type: string; result?: { code?: string } }[]
  expect(Object.keys(events).filter((id) => id.startsWith('given_'))).toHaveLength(60)
  expect(new Set(ends.map(({ result }) => result?.code ?? 'ok'))).toEqual(
    new Set([
      ...['ok', 'file_not_found', 'denied_by_policy', 'denied_by_user', 'text_not_found'],
      ...['not_started_after_failed_write', 'validation_error', 'aborted'],
    ]),
  )
})
