import { errorMessage } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { SchemaFamily } from '@drawbridge/core/lowering'
import { type FunctionTool, type RunContext, type ToolOutputImage, type ToolOutputText, tool } from '@openai/agents'
import type { Approvals } from '../shared/approvals.ts'
import { askTogether } from '../shared/ask-together.ts'
import type { CallEnd } from '../shared/call-end.ts'
import { listTools, type ShownTool } from '../shared/list-tools.ts'
import { mediaOf } from '../shared/result-media.ts'
import { type CallableSession, openCalls, type SessionCalls } from '../shared/session-calls.ts'
import { askAgain, ToolCallError } from '../shared/tool-call-error.ts'

/** The options of `toolsFor`. */
export interface ToolsForOptions {
  /** The form of the schemas: `openai` (default), or `openai-strict` for the provider's strict mode. */
  readonly family?: Extract<SchemaFamily, 'openai' | 'openai-strict'>
  /** The calls that wait for approval. Needed if another process answers, or to answer more than yes and no. */
  readonly approvals?: Approvals
}

const yes = { answer: 'allow_once' } as const

type ToolCallDetails = Parameters<FunctionTool['invoke']>[2]

/** The session's calls, and the question about a call that the SDK presents. */
interface Desk {
  readonly calls: SessionCalls
  readonly ask: ReturnType<typeof askTogether>
}

/**
 * Returns the tools of a session as the OpenAI Agents SDK takes them, for `new Agent({ tools })`. Validation, policy, scheduling and
 * record are the session's. A call that needs approval comes out as an interruption of the run, which is answered with
 * `state.approve` or `state.reject`, also after the state was saved. One that fails or is denied has the text of the outcome as
 * its output, marked as an error in the SDK's trace.
 */
export async function toolsFor(
  session: CallableSession,
  { family = 'openai', approvals }: ToolsForOptions = {},
): Promise<FunctionTool[]> {
  const calls = openCalls(session, approvals)
  const desk = { calls, ask: askTogether(calls) }
  return (await listTools(calls.snapshot, family)).map((shown) => toolOf(shown, desk))
}

function toolOf(shown: ShownTool, { calls, ask }: Desk): FunctionTool {
  const { name, description, schema, strict } = shown
  const callOf = (id: string, input: unknown) => ({ id, name, arguments: shown.read(input) })
  return tool({
    name,
    description,
    parameters: schema as Parameters<typeof tool>[0]['parameters'],
    strict,
    // Called before each request to the model, and so soon after a person refused.
    isEnabled: async ({ runContext }) => {
      await recordRefusals(calls, runContext)
      return true
    },
    needsApproval: async (context: RunContext, input: unknown, callId?: string) => {
      if (callId === undefined) return false
      // The SDK asks this again about a call that a person has approved, if its tools are not those of the question.
      if (context.isToolApproved({ toolName: name, callId }) === true) return true
      return ask(callOf(callId, input))
    },
    execute: async (input: unknown, context?: RunContext, details?: ToolCallDetails) => {
      const { toolCall, signal } = details ?? {}
      const callId = toolCall?.callId ?? ''
      const call = callOf(callId, input)
      const options = defined({ signal })
      const isApproved = context?.isToolApproved({ toolName: name, callId }) === true
      const first = await calls.call(call, options, isApproved ? yes : undefined)
      // The SDK does not ask again about a tool that a person approved for good: that approval answers the question.
      const isFree = first.status === 'pending' && context?.toJSON().approvals[name]?.approved === true
      const end = isFree ? await calls.call(call, options, yes) : first
      if (end.status === 'ok') return outputOf(end)
      throw new ToolCallError(end.status === 'pending' ? { ...end, text: `${end.text} ${askAgain}` } : end)
    },
    errorFunction: (_, error) => errorMessage(error),
  } as Parameters<typeof tool>[0]) as FunctionTool
}

/** Records the refusals of calls that wait, with the reasons. */
async function recordRefusals(calls: SessionCalls, context: RunContext): Promise<void> {
  for (const callId of calls.approvals.waiting()) {
    const tool = calls.approvals.request(callId)?.tool ?? ''
    const toolName = calls.snapshot.names.exposedName(tool) ?? tool
    if (context.isToolApproved({ toolName, callId }) !== false) continue
    await calls.refuse(callId, context.getRejectionMessage(toolName, callId))
  }
}

/** Returns the output of a call that ended with `ok` as the SDK sends it to a model: text, with pictures if there are any. */
function outputOf({ text, outcome }: CallEnd): string | (ToolOutputText | ToolOutputImage)[] {
  const pictures = mediaOf(outcome).filter(({ mediaType }) => mediaType.startsWith('image/'))
  if (pictures.length === 0) return text
  return [
    { type: 'text', text },
    ...pictures.map(({ data, mediaType }) => ({ type: 'image' as const, image: { data, mediaType } })),
  ]
}
