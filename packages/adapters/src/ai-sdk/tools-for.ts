import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { SchemaFamily } from '@drawbridge/core/lowering'
import { dynamicTool, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import type { Approvals } from '../shared/approvals.ts'
import { listTools, type ShownTool } from '../shared/list-tools.ts'
import { type CallableSession, openCalls, type SessionCalls } from '../shared/session-calls.ts'
import { findAnswers, isAskedIn } from './find-answers.ts'
import { streamCall } from './stream-call.ts'
import { type DrawbridgeOutput, toModelOutput } from './tool-output.ts'

/** The options of `toolsFor`. */
export interface ToolsForOptions {
  /** The form of the schemas. Default: `openai`, which the SDK's providers take as it is. */
  readonly family?: SchemaFamily
  /** The calls that wait for approval. Needed if another process answers, or to answer more than yes and no. */
  readonly approvals?: Approvals
  /** The conversation so far, if it goes on: refusals in it are recorded. The SDK itself tells a tool only of approvals. */
  readonly messages?: readonly ModelMessage[]
}

/**
 * Returns the tools of a session as the AI SDK takes them, for `generateText`, `streamText` and `ToolLoopAgent`. Validation, policy,
 * scheduling and record are the session's, and it hears the words of the user in the conversation. A call that needs approval comes out as the SDK's `tool-approval-request`, and one that
 * fails or is denied as its `tool-error` with the text of the outcome.
 */
export async function toolsFor(
  session: CallableSession,
  { family = 'openai', approvals, messages = [] }: ToolsForOptions = {},
): Promise<ToolSet> {
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, family)
  const tools: ToolSet = Object.fromEntries(shown.map((tool) => [tool.name, toolOf(tool, calls)]))
  callsOf.set(tools, calls)
  calls.hear(messages)
  await recordRefusals(tools, messages)
  return tools
}

const callsOf = new WeakMap<ToolSet, SessionCalls>()

/**
 * Records the refusals in a conversation, of which the SDK tells no tool. `toolsFor` does the same with its option `messages`: this is
 * for tools that are used again. Throws `invalid_option` for tools that `toolsFor` did not make.
 */
export async function recordRefusals(tools: ToolSet, messages: readonly ModelMessage[]): Promise<void> {
  const calls = callsOf.get(tools)
  if (calls === undefined)
    throw new DrawbridgeError('invalid_option', 'Not tools of a session. Pass the object that `toolsFor` returned.')
  await refuse(calls, messages)
}

function toolOf(tool: ShownTool, calls: SessionCalls): ToolSet[string] {
  const callOf = (toolCallId: string, input: unknown) => ({
    id: toolCallId,
    name: tool.name,
    arguments: tool.read(input),
  })
  return dynamicTool({
    description: tool.description,
    inputSchema: jsonSchema(tool.schema),
    needsApproval: async (input, { toolCallId, messages }) => {
      // The SDK asks this again about a call that a person has approved.
      if (isAskedIn(messages, toolCallId)) return true
      calls.hear(messages)
      return calls.needsApproval(callOf(toolCallId, input), messages)
    },
    execute: (input, { toolCallId, messages, abortSignal }) => {
      calls.hear(messages)
      void refuse(calls, messages)
      const { approved, reason } = findAnswers(messages).get(toolCallId) ?? {}
      const answer = approved === true ? ({ answer: 'allow_once', ...defined({ reason }) } as const) : undefined
      return streamCall((onEvent) =>
        calls.call(callOf(toolCallId, input), { onEvent, ...defined({ signal: abortSignal }) }, answer),
      )
    },
    toModelOutput: ({ output }) => toModelOutput(output as DrawbridgeOutput),
  })
}

async function refuse(calls: SessionCalls, messages: readonly ModelMessage[]): Promise<void> {
  const refused = [...findAnswers(messages)].filter(([id, { approved }]) => !approved && calls.isWaiting(id))
  await Promise.all(refused.map(([id, { reason }]) => calls.refuse(id, reason)))
}
