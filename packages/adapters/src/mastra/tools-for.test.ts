import { describe, expect, test } from 'vitest'
import type { ApprovalAnswerParts } from '../shared/approvals.ts'
import type { CallableSession } from '../shared/session-calls.ts'
import { createTestSession } from '../testing/create-test-session.ts'
import { type Adapter, directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import { type MastraCallOptions, type MastraTool, type SuspendedCall, toolsFor } from './tools-for.ts'

interface Made {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

/** Calls a tool as an agent of Mastra does: what is suspended comes back as its payload, and what is thrown as an error. */
async function execute(
  tools: Record<string, MastraTool>,
  { id, name, arguments: given }: Made,
  options: MastraCallOptions = {},
) {
  let payload: SuspendedCall | undefined
  const suspend = async (suspended: SuspendedCall) => {
    payload = JSON.parse(JSON.stringify(suspended))
  }
  try {
    const text = await tools[name]?.execute(given, { toolCallId: id, suspend, ...options })
    return { text, payload }
  } catch (error) {
    return { error: String(error), payload }
  }
}

const write: Made = { id: '1', name: 'test__write', arguments: { path: 'a' } }

describe('the tools of a session in Mastra', () => {
  test('give the text of what is fine, and throw that of what is not', async () => {
    const tools = await toolsFor(createTestSession())
    const read = (path: string) => execute(tools, { id: path, name: 'test__read', arguments: { path } })
    expect(await read('a')).toEqual({ text: 'a\n' })
    expect(await read('missing')).toEqual({ error: 'There is no file "missing".' })
  })

  test('suspend the run for an approval, which may be given in another process', async () => {
    const first = createTestSession()
    const { payload: suspendPayload } = await execute(await toolsFor(first), write)
    expect(suspendPayload?.request).toMatchObject({ tool: 'test.write', input: { path: 'a' } })
    const second = createTestSession()
    const tools = await toolsFor(second)
    expect((await execute(tools, write, { suspendPayload, resumeData: 'what?' })).payload).toEqual(suspendPayload)
    const resumeData = { answer: 'allow_for_session', decidedBy: 'ada' }
    expect(await execute(tools, write, { suspendPayload, resumeData })).toEqual({ text: 'Wrote a.' })
    expect([first.did, second.did]).toEqual([[], ['begin a', 'wrote a']])
    expect(second.events).toContainEqual(expect.objectContaining({ type: 'permission.granted' }))
  })

  test.each([
    [{ approved: true }, { text: 'Wrote a.' }],
    [{ approved: false, reason: 'Not today.' }, { error: expect.stringContaining('Not today') }],
    [{ answer: 'deny' }, { error: expect.stringContaining('refused') }],
  ])('resume with %j', async (resumeData, expected) => {
    const tools = await toolsFor(createTestSession())
    const { payload: suspendPayload } = await execute(tools, write)
    expect(await execute(tools, write, { suspendPayload, resumeData })).toEqual(expected)
  })

  test('do not run a call that was changed since it was approved', async () => {
    const session = createTestSession()
    const tools = await toolsFor(session)
    const { payload: suspendPayload } = await execute(tools, write)
    const changed = { ...write, arguments: { path: 'z' } }
    const { error } = await execute(tools, changed, { suspendPayload, resumeData: { approved: true } })
    expect(error).toMatch(/no longer valid/)
    expect(session.did).toEqual([])
  })

  test('refuse what needs approval where no run can be suspended', async () => {
    const tools = await toolsFor(createTestSession())
    await expect(tools.test__write?.execute({ path: 'a' }, { toolCallId: '1' })).rejects.toThrow('cannot be suspended')
  })
})

const adapter: Adapter<CallableSession> = async (session) => {
  const tools = await toolsFor(session)
  return async ({ calls }, abortSignal) => {
    const ends = await Promise.all(calls.map((call) => execute(tools, call, { abortSignal })))
    for (const [index, { payload: suspendPayload }] of ends.entries()) {
      const call = calls[index]
      if (call === undefined || suspendPayload === undefined) continue
      const resumeData: ApprovalAnswerParts = call.answer ?? { answer: 'deny' }
      await execute(tools, call, { abortSignal, suspendPayload, resumeData })
    }
  }
}

test('sixty calls are recorded as without the adapter, whoever asks', async () => {
  expect(await playAsking(adapter)).toEqual(await playAsking(directlyAsking))
  expect(await playApproved(adapter)).toEqual(await playApproved(directlyApproved))
})
