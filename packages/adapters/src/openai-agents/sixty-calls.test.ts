import { Agent, Runner, type RunState } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { type Adapter, directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import { toolsFor } from './tools-for.ts'

const runner = new Runner({ tracingDisabled: true })
const done = [assistantMessage('Done.')]

const through =
  (stream: boolean): Adapter =>
  async (session, approvals) => {
    const tools = await toolsFor(session, { approvals })
    return async ({ calls }, signal) => {
      const script = calls.map(({ id, name, arguments: given }) => functionCall(name, given, { callId: id }))
      const agent = new Agent({ name: 'tester', model: new ScriptedModel([script, done]), tools })
      const run = async (input: string | RunState<unknown, typeof agent>) => {
        if (!stream) return runner.run(agent, input, { signal })
        const streamed = await runner.run(agent, input, { signal, stream })
        for await (const _ of streamed);
        // A stream that was stopped ends before its calls do.
        await streamed.completed.catch(() => undefined)
        await new Promise<void>((resolve) => void setImmediate(resolve))
        return streamed
      }
      const result = await run('Do it.').catch(() => undefined)
      if (result === undefined || result.interruptions.length === 0) return
      for (const item of result.interruptions) {
        const callId = 'callId' in item.rawItem ? item.rawItem.callId : ''
        const answer = calls.find(({ id }) => id === callId)?.answer ?? { answer: 'deny' }
        if (answer.answer !== 'deny') approvals.decide(callId, answer)
        if (answer.answer !== 'deny') result.state.approve(item)
        else result.state.reject(item, answer.reason === undefined ? {} : { message: answer.reason })
      }
      await run(result.state)
    }
  }

describe.each([
  ['at once', false],
  ['streamed', true],
])('sixty calls through the OpenAI Agents SDK, %s', (_name, stream) => {
  test('are recorded as without it, if the SDK asks', async () => {
    expect(await playAsking(through(stream))).toEqual(await playAsking(directlyAsking))
  })

  test('are recorded as without it, if the session asks', async () => {
    expect(await playApproved(through(stream))).toEqual(await playApproved(directlyApproved))
  })
})
