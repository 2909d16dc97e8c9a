import type { ModelRequest, ModelTool } from '@drawbridge/core/model'
import { estimateTokens } from './estimate-tokens.ts'
import type { NoteRepair, TranscriptTarget } from './transcript-target.ts'

/** The most tools that Chat Completions takes. */
const mostTools = 128

/** A margin below the window, because the count of a provider is off by a little. */
const margin = (context: number) => Math.max(1024, Math.ceil(context / 100))

/** The shortest answer that is still worth asking for, in tokens. */
const shortestAnswer = 256

/** T9, T14, T20, T21, T25: the options of a request fit its transcript and its model. */
export function repairRequest(request: ModelRequest, target: TranscriptTarget, note: NoteRepair): ModelRequest {
  const changes: { -readonly [Key in keyof ModelRequest]?: ModelRequest[Key] } = {}
  const { tools = [], messages, reasoning } = request
  if (target.family === 'anthropic') {
    if (tools.length === 0 && messages.some(({ role }) => role === 'tool')) {
      changes.tools = toolsOf(request)
      changes.toolChoice = 'none'
      note('T20', 'The transcript has calls, so their tools are named, and their use is forbidden.')
    }
    if (reasoning !== undefined && reasoning !== 'off' && !beginsWithReasoning(request)) {
      changes.reasoning = 'off'
      note('T9', 'The turn with the last results has no reasoning of this model, so reasoning is off until it ends.')
    }
  }
  if (target.family === 'openai-chat' && tools.length > mostTools) {
    changes.tools = tools.slice(0, mostTools)
    note('T14', `Only the first ${mostTools} of ${tools.length} tools are offered: the provider takes no more.`)
  }
  const asked = request.maxOutput ?? target.maxOutput
  const most = Math.min(asked, target.maxOutput)
  const room = target.context - margin(target.context) - estimateTokens(request)
  const fitting = Math.min(most, Math.max(shortestAnswer, room))
  if (fitting < asked) {
    changes.maxOutput = fitting
    note('T25', `The answer may have ${fitting} tokens instead of ${asked}, so that it fits into the model's window.`)
  }
  return Object.keys(changes).length === 0 ? request : { ...request, ...changes }
}

/** Names the tools that the transcript used. */
function toolsOf({ messages }: ModelRequest): readonly ModelTool[] {
  const names = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.blocks.flatMap((block) => (block.type === 'call' ? [block.name] : []))
        : [],
    ),
  )
  return [...names].map((name) => ({ name, description: 'Not available.', schema: { type: 'object', properties: {} } }))
}

/** With thinking on, a turn whose results are sent must begin with its thinking. */
function beginsWithReasoning({ messages }: ModelRequest): boolean {
  const last = messages.at(-1)?.role
  if (last === 'user') return true
  const turn = messages.findLast((message) => message.role === 'assistant')
  return turn === undefined || turn.blocks[0]?.type === 'reasoning'
}
