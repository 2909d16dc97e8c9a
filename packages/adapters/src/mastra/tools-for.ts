import type { ApprovalRequest } from '@drawbridge/core'
import { defined, isJsonObject } from '@drawbridge/core/base'
import type { JsonSchemaObject } from '@drawbridge/core/schema'
import { type Approvals, createApprovals, openTurnsOf, readWaiting, type WaitingCall } from '../shared/approvals.ts'
import { listTools, type ShownTool } from '../shared/list-tools.ts'
import { type CallableSession, openCalls, type SessionCalls } from '../shared/session-calls.ts'
import { ToolCallError } from '../shared/tool-call-error.ts'
import { readAnswer } from './read-answer.ts'

/** The options that Mastra hands to a tool, as far as these tools use them. */
export interface MastraCallOptions {
  readonly toolCallId?: string
  readonly abortSignal?: AbortSignal
  /** Absent outside an agent's run: then a call that needs approval is denied. */
  readonly suspend?: (payload: SuspendedCall) => Promise<unknown>
  readonly resumeData?: unknown
  readonly suspendPayload?: unknown
  /** The conversation, whose user the session hears. */
  readonly messages?: unknown
  readonly agent?: { readonly messages?: unknown }
}

/** The payload of a suspended run. Show a person the request alone: the waiting call contains the arguments, secrets included. */
export interface SuspendedCall {
  readonly request: ApprovalRequest
  readonly waiting: WaitingCall
}

/** A tool in the form that agents of Mastra take, described by its structure. */
export interface MastraTool {
  readonly id: string
  readonly description: string
  readonly inputSchema: JsonSchemaObject
  execute(input: unknown, options?: MastraCallOptions): Promise<string>
}

/**
 * Returns the tools of a session for `new Agent({ tools })` of Mastra. A call that needs approval suspends the run of the agent. Resume it with an
 * answer: `agent.resumeGenerate({ answer: 'allow_once' }, { runId, toolCallId })`, also in another process. Whatever does not end with `ok` is
 * thrown as a `ToolCallError`, which Mastra makes an error of the tool.
 */
export async function toolsFor(session: CallableSession): Promise<Record<string, MastraTool>> {
  const approvals = createApprovals()
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, 'openai')
  return Object.fromEntries(shown.map((tool) => [tool.name, toolOf(tool, calls, approvals)]))
}

function toolOf(shown: ShownTool, calls: SessionCalls, approvals: Approvals): MastraTool {
  const { name, description, schema } = shown
  const { waiting } = openTurnsOf(approvals)

  /** Suspends the run until somebody answers. Mastra calls the tool again with the answer. */
  const ask = async (callId: string, { suspend }: MastraCallOptions): Promise<string> => {
    const call = waiting.get(callId)
    if (call === undefined || suspend === undefined) {
      const text = 'This call needs approval, and its run cannot be suspended here. Nothing was done.'
      throw new ToolCallError({ status: 'pending', text })
    }
    await suspend({ request: call.receipt.request, waiting: call })
    return `"${call.receipt.request.tool}" waits for approval.`
  }

  return {
    id: name,
    description,
    inputSchema: schema,
    execute: async (input, options = {}) => {
      const { toolCallId = '', abortSignal, resumeData, suspendPayload, messages = options.agent?.messages } = options
      if (messages !== undefined) calls.hear(messages)
      const call = { id: toolCallId, name, arguments: shown.read(input) }
      if (!waiting.has(toolCallId) && isJsonObject(suspendPayload))
        waiting.set(toolCallId, readWaiting(suspendPayload.waiting))
      const answer = readAnswer(resumeData)
      if (waiting.has(toolCallId) && answer === undefined) return ask(toolCallId, options)
      const end = await calls.call(call, defined({ signal: abortSignal }), answer)
      if (end.status === 'pending') return ask(toolCallId, options)
      if (end.status === 'ok') return end.text
      throw new ToolCallError(end)
    },
  }
}
