import { type ModelUsage, noUsage } from '@drawbridge/core/model'
import { entriesAfter } from '../conversation/conversation-state.ts'
import { tokensOfMessages } from '../conversation/count-tokens.ts'
import { renderMessages } from '../conversation/render-messages.ts'
import type { AskResult } from '../loop/ask-model.ts'
import type { PreparedRequest } from '../loop/prepare-request.ts'
import type { RunParts } from '../loop/run-parts.ts'
import { planCompaction } from './plan-compaction.ts'
import { storeResults } from './store-results.ts'
import { summarise } from './summarise.ts'
import { summaryTokens } from './window-limits.ts'

/** The effect of a compaction, in tokens of the prompt. */
export interface Compacted {
  readonly before: number
  readonly after: number
  readonly dropped: number
  readonly usage: ModelUsage
  readonly cost: number | undefined
  /** Set if the person did not want it: nothing was changed then. `isNeeded`: the prompt is too long to be sent. */
  readonly declined?: { readonly isNeeded: boolean }
  /** Set if the model did not answer: nothing was changed then. */
  readonly failure?: Extract<AskResult, { ok: false }>
}

/** The size that a compaction aims at, as a part of the size at which it begins. */
const aim = 0.6
/** The most that skills in use take: of what the fixed part leaves, and of the window. */
const [skillsShare, mostSkills] = [0.35, 0.2]
/** The most of the window that the user's words take in a summary, and the most at all, in tokens. */
const wordsShare = 0.1
const mostWords = 20_000

type CompactionParts = Pick<
  RunParts,
  'model' | 'conversation' | 'record' | 'tell' | 'newId' | 'stop' | 'store' | 'mayCompact' | 'openChildren'
>

/** Makes a conversation smaller, and records how. A summary that is not smaller than its source is refused, and nothing changes then. */
export async function compactConversation(
  { tokens, fixedTokens, limits }: Pick<PreparedRequest, 'tokens' | 'fixedTokens' | 'limits'>,
  { model, conversation, record, tell, newId, stop, store, mayCompact, openChildren }: CompactionParts,
): Promise<Compacted> {
  const { entries, head } = conversation()
  const own = tokensOfMessages(renderMessages(entries))
  const ratio = own === 0 ? 1 : Math.max(0.1, (tokens - fixedTokens) / own)
  const target = Math.max(0, limits.compactAt * aim - fixedTokens) / ratio
  const unchanged: Compacted = { before: tokens, after: tokens, dropped: 0, usage: noUsage, cost: undefined }
  const plan = planCompaction(entries, { tokens: own, target })
  if (plan.kind === 'nothing') return unchanged
  if (mayCompact !== undefined) {
    const isNeeded = tokens >= limits.hardLimit
    const isWanted = await mayCompact({ kind: plan.kind, tokens, window: limits.window, isNeeded, signal: stop.signal })
    if (!isWanted) return { ...unchanged, declined: { isNeeded } }
    if (stop.reason() !== undefined) return unchanged
  }
  tell({ type: 'compaction.started', tokens, windowTokens: limits.window })
  const node = `compaction/${newId('compaction')}`
  const placed = { node, ...(head === undefined ? {} : { parent: head }) }
  const sizeOf = (next: Parameters<typeof renderMessages>[0]) =>
    fixedTokens + Math.ceil(tokensOfMessages(renderMessages(next)) * ratio)

  if (plan.kind === 'shorten') {
    const artifacts = await storeResults(entries, plan.calls, store)
    const marker = { kind: 'compaction', node, shortened: plan.calls, artifacts, time: 0 } as const
    const after = sizeOf([...entries, marker])
    const dropped = plan.calls.length
    await record({
      type: 'context.compacted',
      ...placed,
      shortened: plan.calls,
      artifacts,
      before: tokens,
      after,
      dropped,
    })
    tell({ type: 'context.compacted', node, before: tokens, after, dropped })
    return { before: tokens, after, dropped, usage: noUsage, cost: undefined }
  }
  const sizes = {
    window: limits.window,
    summary: summaryTokens(limits.window),
    words: Math.min(mostWords, Math.floor(limits.window * wordsShare)),
    skills: Math.floor(Math.min(limits.window * mostSkills, Math.max(0, limits.compactAt - fixedTokens) * skillsShare)),
  }
  const made = await summarise(plan.covered, { model, sizes, record, stop, children: await openChildren() })
  const { usage, cost, answered } = made
  const paid = { usage: answered.usage, ...(answered.cost === undefined ? {} : { cost: answered.cost }) }
  const refuse = async (message: string): Promise<Compacted> => {
    await record({ type: 'model.failed', model: model.id, code: 'no_summary', message, retried: false, ...paid })
    return { ...unchanged, usage, cost }
  }
  if (!made.ok && made.failure !== undefined) return { ...(await refuse(made.failure.message)), failure: made.failure }
  if (!made.ok) return refuse('The summary has no words.')
  const { text, kept } = made
  const tail = entriesAfter(entries, plan.through)
  const after = sizeOf([{ kind: 'compaction', node, summary: text, shortened: [], time: 0 }, ...tail])
  if (after >= tokens) return refuse('The summary is not smaller than its source.')
  const dropped = entries.length - tail.length
  // Notes for shortened results in the tail go on to hold.
  const earlier = entries.filter((entry) => entry.kind === 'compaction')
  const shortened = earlier.flatMap((entry) => entry.shortened)
  const artifacts = Object.assign({}, ...earlier.map((entry) => entry.artifacts ?? {})) as Record<string, string>
  await record({
    type: 'context.compacted',
    ...placed,
    summary: text,
    through: plan.through,
    kept,
    shortened,
    artifacts,
    before: tokens,
    after,
    dropped,
    ...paid,
  })
  tell({ type: 'context.compacted', node, before: tokens, after, dropped })
  return { before: tokens, after, dropped, usage, cost }
}
