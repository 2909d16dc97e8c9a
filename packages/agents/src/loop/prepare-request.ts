import type { Run, Snapshot } from '@drawbridge/core'
import { type ConversationEntry, isOrders } from '@drawbridge/core/agent'
import type { ModelRequest, ModelTool } from '@drawbridge/core/model'
import { windowLimits } from '../compact/window-limits.ts'
import { tokensOfFixed, tokensOfMessages } from '../conversation/count-tokens.ts'
import { learnedLimits, nothingLearned } from './learned-sizes.ts'
import type { RunParts } from './run-parts.ts'
import type { WindowLimits } from './run-state.ts'

/** A request that can be sent, and its size. */
export interface PreparedRequest {
  readonly request: ModelRequest
  /** Tokens, estimated. */
  readonly tokens: number
  readonly fixedTokens: number
  readonly limits: WindowLimits
  /** The run with the tools of this request. */
  readonly tools: Run
}

/** The tools of snapshots: the requests of a run have the same one until its tools change. */
const shownOf = new WeakMap<Snapshot, readonly ModelTool[]>()
/** The tools by their schemas: the same object for the same tool, so that it is measured once. */
const shownBefore = new WeakMap<object, ModelTool>()

/** The shortest answer that is worth a request, in tokens. */
const shortestAnswer = 256

/** Puts the next request of a run together. Static parts come first and what changes comes last, so that the provider's cache holds. */
export async function prepareRequest({
  session,
  run,
  model,
  conversation,
  transcript,
  prompt,
  heard,
  learned,
  reasoning,
}: Pick<
  RunParts,
  'session' | 'run' | 'model' | 'conversation' | 'transcript' | 'prompt' | 'heard' | 'learned' | 'reasoning'
>): Promise<PreparedRequest> {
  const sizes = learned.get(model.id) ?? nothingLearned
  const { ratio } = sizes
  const tools = session.openRun({ run })
  const { entries } = conversation()
  for (const entry of entries) if (entry.kind === 'message') hearOnce(entry, tools, heard)
  const shown = shownOf.get(tools.snapshot) ?? (await showTools(tools.snapshot))
  const { system, latest } = await prompt()
  const history = transcript(conversation().entries)
  const { messages } = history
  const last = messages.pop()
  if (last !== undefined) messages.push({ ...last, cache: true })
  messages.push(...latest)
  const fixedTokens = Math.ceil(tokensOfFixed(system, shown) * ratio)
  const tokens = fixedTokens + Math.ceil((history.tokens + tokensOfMessages(latest)) * ratio)
  const limits = windowLimits(learnedLimits(model.limits, sizes))
  const room = limits.window - tokens - (limits.window - limits.hardLimit)
  const request: ModelRequest = {
    system,
    messages,
    tools: shown,
    maxOutput: Math.max(shortestAnswer, Math.min(model.limits.maxOutput, room)),
    cacheKey: session.id,
    ...(reasoning === undefined ? {} : { reasoning }),
  }
  return { request, tokens, fixedTokens, limits, tools }
}

/** Returns the tools as the model is shown them. */
async function showTools(snapshot: Snapshot): Promise<readonly ModelTool[]> {
  const shown = await Promise.all(
    snapshot.tools.map(async (tool): Promise<ModelTool> => {
      const { name, description, inputSchema } = snapshot.show(await tool.describe())
      const known = shownBefore.get(inputSchema)
      if (known?.name === name && known.description === description) return known
      const made = { name, description, schema: inputSchema }
      shownBefore.set(inputSchema, made)
      return made
    }),
  )
  shownOf.set(snapshot, shown)
  return shown
}

/** The words of the user and the operator vouch for what the calls of this session do. Those of another agent are a stranger's. */
function hearOnce(
  { node, from, text }: Extract<ConversationEntry, { kind: 'message' }>,
  tools: Run,
  heard: Set<string>,
): void {
  if (heard.has(node) || from === 'system') return
  // The orders of a child: its session follows that of its parent, and has what that read. Anyone may have posted another message.
  if (from === 'agent' && isChild(tools) && isOrders(node)) return
  heard.add(node)
  tools.hear({ from, text })
}

function isChild({ principal: { via } }: Run): boolean {
  return via === 'spawn' || via === 'fork' || via === 'worker'
}
