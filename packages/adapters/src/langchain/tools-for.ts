import { defined } from '@drawbridge/core/base'
import type { SchemaFamily } from '@drawbridge/core/lowering'
import { ToolMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { DynamicStructuredTool, type StructuredTool } from '@langchain/core/tools'
import type { CallEnd } from '../shared/call-end.ts'
import { hearMessages } from '../shared/hear-messages.ts'
import { listTools, type ShownTool } from '../shared/list-tools.ts'
import { mediaOf } from '../shared/result-media.ts'
import { type CallableSession, isHearer } from '../shared/session-calls.ts'
import { ToolCallError } from '../shared/tool-call-error.ts'
import { loadInterrupter, messagesOfNode, prepareInterruption } from './interruption.ts'
import { type RunGraphCall, turnsOfGraph } from './turns-of-graph.ts'

/** The options of `toolsFor`. */
export interface ToolsForOptions {
  /** The form of the schemas. Default: `openai`. */
  readonly family?: SchemaFamily
}

/**
 * Returns the tools of a session as LangChain takes them, for `bindTools`, `ToolNode` and agents. Validation, policy, scheduling and
 * record are the session's. In a graph with a checkpointer a call that needs approval interrupts its node with an
 * `ApprovalInterrupt`. A call that does not end with `ok` is a `ToolMessage` with the status `error` and the text of the outcome.
 */
export async function toolsFor(
  session: CallableSession,
  { family = 'openai' }: ToolsForOptions = {},
): Promise<StructuredTool[]> {
  const run = 'openDetachedRun' in session ? session.openDetachedRun() : session
  const graph = await loadInterrupter()
  const graphCalls = turnsOfGraph(run, () => prepareInterruption(graph))
  const hearer = isHearer(session) ? session : isHearer(run) ? run : undefined
  const runCall: RunGraphCall = (call) => {
    if (hearer !== undefined) hearMessages(hearer, messagesOfNode(graph))
    return graphCalls(call)
  }
  return (await listTools(run.snapshot, family)).map((shown) => new SessionTool(shown, runCall))
}

type Config = RunnableConfig & {
  readonly toolCall?: { readonly id?: string }
  readonly writer?: ((chunk: unknown) => void) | undefined
}

/** A tool of a session. LangChain's own validation is left out: it knows no repairs, and its message names no way out. */
class SessionTool extends DynamicStructuredTool {
  constructor({ name, description, schema, read }: ShownTool, runCall: RunGraphCall) {
    super({
      name,
      description,
      schema,
      func: async (input, _manager, config: Config = {}) => {
        const { toolCall, signal, writer, metadata = {}, configurable = {} } = config
        const id = toolCall?.id ?? ''
        const end = await runCall({
          call: { id, name, arguments: read(input) },
          options: {
            ...defined({ signal }),
            onEvent: (event) => {
              if (event.type !== 'tool.progress') return
              const { message, fraction } = event
              writer?.({ type: 'drawbridge.progress', callId: id, message, ...defined({ fraction }) })
            },
          },
          step: JSON.stringify([configurable.thread_id, metadata.langgraph_step]),
          node: String(configurable.checkpoint_ns),
        })
        return id === '' ? textOf(end) : messageOf(end, { id, name })
      },
    })
  }

  override call(...given: Parameters<DynamicStructuredTool['call']>): ReturnType<DynamicStructuredTool['call']> {
    return super.call.apply(Object.create(this, { schema: { value: {} } }), given)
  }
}

function textOf(end: CallEnd): string {
  if (end.status === 'ok') return end.text
  throw new ToolCallError(end)
}

const unasked = 'Nothing was done: nobody can be asked here, since the graph has no checkpointer.'

function messageOf(
  { status, code, text, outcome }: CallEnd,
  { id, name }: { readonly id: string; readonly name: string },
) {
  const media = mediaOf(outcome)
  const { data, forUser } = outcome?.result ?? {}
  const words = status === 'pending' ? `${text} ${unasked}` : text
  return new ToolMessage({
    tool_call_id: id,
    name,
    status: status === 'ok' ? 'success' : 'error',
    content:
      media.length === 0
        ? words
        : [
            { type: 'text', text: words },
            ...media.map(({ mediaType, data: base64 }) => ({
              type: kindOf(mediaType),
              mimeType: mediaType,
              data: base64,
            })),
          ],
    artifact: { status, ...defined({ code, data, forUser }) },
  })
}

function kindOf(mediaType: string): 'image' | 'audio' | 'file' {
  return mediaType.startsWith('image/') ? 'image' : mediaType.startsWith('audio/') ? 'audio' : 'file'
}
