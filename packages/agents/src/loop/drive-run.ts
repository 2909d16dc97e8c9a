import type { RunReport } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import {
  addUsage,
  type MessageCall,
  type ModelAnswer,
  type ModelUsage,
  noUsage,
  promptTokens,
} from '@drawbridge/core/model'
import { compactConversation } from '../compact/compact-conversation.ts'
import { askModel } from './ask-model.ts'
import { type AnsweredReply, heldReplies } from './held-replies.ts'
import { type LearnedSizes, learnFromAnswer, learnFromOverflow, nothingLearned } from './learned-sizes.ts'
import { type PreparedRequest, prepareRequest } from './prepare-request.ts'
import { beginRun, reduceRun } from './reduce-run.ts'
import { runCalls } from './run-calls.ts'
import type { RunParts } from './run-parts.ts'
import type { RunInput, RunState, RunStep } from './run-state.ts'

/** Drives one run from its message to its end: performs each step that `reduceRun` decides, and tells it the result. */
export async function driveRun(parts: RunParts): Promise<RunReport> {
  const { clock, budget, stop, run, conversation } = parts
  let { state, step } = beginRun(budget, clock.now())
  let prepared: PreparedRequest | undefined
  let answer: AnsweredTurn | undefined
  let callTurns = 0
  const replies = heldReplies(parts, { placeText })
  /** The usage of requests without an answer. */
  let lost: { readonly usage: ModelUsage; readonly cost: number | undefined } = { usage: noUsage, cost: undefined }

  while (step.do !== 'end') {
    const stopped = stop.reason()
    const input: RunInput = stopped === undefined ? await perform(step) : { type: 'stopped', ...stopped }
    ;({ state, step } = reduceRun(state, input))
  }
  await parts.endLostCalls()
  const tools = prepared?.tools ?? parts.session.openRun({ run })
  if (stop.reason() !== undefined && !tools.signal.aborted) tools.abort(stop.reason()?.message ?? 'stopped')
  tools.end(step.reason)
  const report = replies.judged(reportOf(state, step, { run, lost, durationMs: clock.now() - state.startedAt }))
  parts.tell({ type: 'run.ended', report })
  return report

  async function perform(next: Exclude<RunStep, { do: 'end' }>): Promise<RunInput> {
    switch (next.do) {
      case 'measure':
        return measure()
      case 'ask':
        return ask(next.toolChoice)
      case 'call':
        return call()
      case 'compact':
        return compact()
      case 'tell':
        await placeText(next.text)
        return measure()
    }
  }

  async function measure(): Promise<RunInput> {
    for (const { node, from, text } of conversation().waiting) {
      const { head } = conversation()
      const placed = node.replace(/^waiting\//, 'message/')
      const meanwhile = state.turns > 0
      await parts.record({
        type: 'message.placed',
        node: placed,
        from,
        text,
        meanwhile,
        ...(head === undefined ? {} : { parent: head }),
      })
      parts.tell({
        type: 'message.placed',
        message: { kind: 'message', node: placed, from, text, time: clock.now(), ...(meanwhile ? { meanwhile } : {}) },
      })
    }
    prepared = await prepareRequest(parts)
    const { tokens, fixedTokens, limits, request } = prepared
    return {
      type: 'measured',
      now: clock.now(),
      tokens,
      fixedTokens,
      limits,
      hasTools: (request.tools ?? []).length > 0,
    }
  }

  async function ask(toolChoice: 'auto' | 'none'): Promise<RunInput> {
    if (prepared === undefined) return measure()
    const { request, tokens, limits } = prepared
    const turn = state.turns + 1
    await parts.record({ type: 'model.requested', model: parts.model.id, turn, toolChoice })
    parts.tell({ type: 'turn.started', run, turn, model: parts.model.id })
    const { maxDurationMs = Number.POSITIVE_INFINITY } = budget
    const timeLeft = () => state.startedAt + maxDurationMs - clock.now()
    const result = await askModel({ ...request, toolChoice }, replies.heard, timeLeft)
    if (!result.ok) {
      const stopped = stop.reason()
      lost = { usage: addUsage(lost.usage, result.usage), cost: sum(lost.cost, result.cost) }
      if (result.code === 'context_overflow')
        learn((before) => learnFromOverflow(before, { tokens, limits: { context: limits.window }, ...result }))
      if (stopped === undefined && result.isTooLate === true)
        return { type: 'stopped', reason: 'budget', message: result.message }
      return stopped === undefined
        ? { type: 'failed', code: result.code, message: result.message }
        : { type: 'stopped', ...stopped }
    }
    const kept = await keepAnswer(result.answer, toolChoice === 'none')
    const { orders, text } = await replies.tell(kept, { isLast: turn >= budget.maxTurns })
    answer = { ...kept.answered, text }
    const counted = promptTokens(result.answer.usage)
    if (!result.answer.usage.estimated) learn((before) => learnFromAnswer(before, { tokens, counted }))
    const usage = addUsage(state.usage, lost.usage, result.usage)
    const cost = sum(sum(state.cost, lost.cost), result.cost)
    parts.tell({
      type: 'usage.counted',
      usage,
      contextTokens: counted > 0 ? counted : tokens,
      windowTokens: limits.window,
      ...(cost === undefined ? {} : { cost }),
    })
    return {
      type: 'answered',
      stop: result.answer.stop,
      text: answer.text,
      calls: answer.calls.length,
      cutCalls: result.answer.cut.length,
      maxOutput: request.maxOutput ?? parts.model.limits.maxOutput,
      usage: result.usage,
      cost: result.cost,
      forced: toolChoice === 'none',
      waiting: conversation().waiting.length,
      ...defined({ orders }),
    }
  }

  function learn(change: (before: LearnedSizes) => LearnedSizes): void {
    parts.learned.set(parts.model.id, change(parts.learned.get(parts.model.id) ?? nothingLearned))
  }

  /**
   * Records an answer with ids of our own for its calls: those of providers repeat. One that was cut becomes no node.
   * @param forbidden True if it may have no calls: they are left out then.
   */
  async function keepAnswer(
    { model, blocks, usage, cost, stop: why, raw, cut }: ModelAnswer,
    forbidden: boolean,
  ): Promise<KeptAnswer> {
    const allowed = forbidden ? blocks.filter(({ type }) => type !== 'call') : blocks
    const own = allowed.map((block) => (block.type === 'call' ? { ...block, id: parts.newId('call') } : block))
    const calls = own.filter((block) => block.type === 'call')
    const text = own.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const isWhole = cut.length === 0 && (why === 'stop' || why === 'calls' || why === 'paused')
    const { head } = conversation()
    // The number of a turn among those of its run is that which its calls get.
    const node = calls.length > 0 ? `turn/${run}/${callTurns + 1}` : `answer/${run}/${state.turns + 1}`
    const isKept = isWhole && (calls.length > 0 || text.trim() !== '' || why === 'paused')
    await parts.record({
      type: 'model.answered',
      ...(isKept ? { node, ...(head === undefined ? {} : { parent: head }) } : {}),
      model,
      blocks: own,
      usage,
      stop: why,
      raw,
      ...(cost === undefined ? {} : { cost }),
    })
    return {
      answered: { text, calls },
      isReply: isKept && calls.length === 0 && why !== 'paused',
      event: {
        type: 'turn.answered',
        text,
        calls: isKept ? calls : [],
        stop: why,
        usage,
        ...(isKept ? { node } : {}),
      },
    }
  }

  async function call(): Promise<RunInput> {
    if (prepared === undefined || answer === undefined) return measure()
    callTurns += 1
    const { outcomes, targets, aborted } = await runCalls(answer.calls, prepared.tools, parts)
    const stopped = stop.reason()
    if (stopped !== undefined) return { type: 'stopped', ...stopped }
    if (aborted === undefined) {
      for (const { node, text } of await parts.scoped(targets)) await placeText(text, node)
      return { type: 'called', outcomes }
    }
    const reason = aborted.by === 'approver' ? 'aborted_tools' : 'failed'
    return { type: 'stopped', reason, message: aborted.reason }
  }

  async function compact(): Promise<RunInput> {
    const { failure, declined, ...compacted } = await compactConversation(
      prepared ?? (await prepareRequest(parts)),
      parts,
    )
    const stopped = stop.reason()
    if (stopped === undefined && declined !== undefined)
      return { type: 'declined', tokens: compacted.before, ...declined }
    // A text that is too long to be summarised counts as a compaction without effect; any other failure ends the run as usual.
    if (stopped === undefined && (failure === undefined || failure.code === 'context_overflow'))
      return { type: 'compacted', ...compacted }
    lost = { usage: addUsage(lost.usage, compacted.usage), cost: sum(lost.cost, compacted.cost) }
    return stopped === undefined && failure !== undefined
      ? { type: 'failed', code: failure.code, message: failure.message }
      : { type: 'stopped', reason: stopped?.reason ?? 'aborted', message: stopped?.message ?? 'stopped' }
  }

  async function placeText(text: string, node = `message/${parts.newId('message')}`): Promise<void> {
    const { head } = conversation()
    await parts.record({
      type: 'message.received',
      node,
      from: 'system',
      text,
      ...(head === undefined ? {} : { parent: head }),
    })
  }
}

/** An answer with the ids of its calls as they are recorded. */
interface AnsweredTurn {
  readonly text: string
  readonly calls: readonly MessageCall[]
}

interface KeptAnswer extends AnsweredReply {
  readonly answered: AnsweredTurn
}

function reportOf(
  { text, turns, calls, denied, usage, cost }: RunState,
  { reason, message }: Extract<RunStep, { do: 'end' }>,
  more: Pick<RunReport, 'run' | 'durationMs'> & {
    readonly lost: { readonly usage: ModelUsage; readonly cost: number | undefined }
  },
): RunReport {
  const total = sum(cost, more.lost.cost)
  return {
    run: more.run,
    reason,
    text,
    turns,
    calls,
    denied,
    usage: addUsage(usage, more.lost.usage),
    durationMs: more.durationMs,
    ...(message === undefined ? {} : { message }),
    ...(total === undefined ? {} : { cost: total }),
  }
}

function sum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : left + (right ?? 0)
}
