import type { ApprovalDecision } from '../../approval/approval-request.ts'
import type { PendingReceipt } from '../../approval/pending-receipt.ts'
import type { Principal } from '../../base/principal.ts'
import { isJsonObject } from '../../json/index.ts'
import type { Decision } from '../../policy/decision.ts'
import { scrubDecision } from '../../policy/scrub-decision.ts'
import type { ToolResult } from '../../result/tool-result.ts'
import type { Repair } from '../../schema/index.ts'
import type { Scrubber } from '../../scrub/index.ts'
import { scrubTargets } from '../../target/scrub-targets.ts'
import type { Target } from '../../target/target.ts'
import type { Permission, Risk } from '../../tool/permission.ts'
import type { EventFamily, EventKind, EventNode, EventStamp } from '../event-family.ts'
import { isCount, isText, saysItsCall, saysItsTool } from '../is-whole.ts'
import { scrubFields, scrubNothing } from '../scrub-fields.ts'
import { runNodeId } from './run-events.ts'

/** The place of a call in its model turn. */
export interface TurnPosition {
  /** Counts the turns of the run, from 1. */
  readonly number: number
  /** In the order of the model, from 0. */
  readonly index: number
  readonly size: number
  /** The number of calls that may run at once; absent for the default. */
  readonly limits?: {
    readonly parallelReads: number
    readonly parallelAgents: number
    readonly parallelWrites?: number
  }
  /** Present if an earlier write of the same model turn waited for approval, so that none of these calls could start. */
  readonly isHeld?: true
}

/** The arguments of a call, if they differ from its input, or from the input in the words of its dialect if it can say it. */
export interface GivenArguments {
  /** In the model's order. Those that `other` does not have are as in the input. */
  readonly keys: readonly string[]
  readonly other: Readonly<Record<string, unknown>>
}

/** A call was received and inspected; nothing has been asked or started. */
export interface ToolCalled {
  readonly type: 'tool.called'
  readonly toolCallId: string
  /** The name as the model spelled it; empty if it could not be read. */
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly receivedAt: number
  /** Absent for a call that came on its own. */
  readonly turn?: TurnPosition
  /** The provider's own id, if ours had to differ from it. */
  readonly rawCallId?: string
  /** Absent if later events contain the arguments: as their `input`, or as the `arguments` of a call that ends here. */
  readonly arguments?: GivenArguments
  /** Repairs of the call itself, before its tool was known. */
  readonly repairs?: readonly Repair[]
  /** Set if the record has only a part of the call that could not be read. */
  readonly excerpt?: true
}

/** A call that waited as a receipt continues, in this run or in another than the one that received it. */
export interface ToolResumed {
  readonly type: 'tool.resumed'
  readonly toolCallId: string
  readonly receivedAt: number
  readonly receipt: PendingReceipt
  readonly decision: ApprovalDecision
  readonly approver: string
}

/** A call passed all gates and is about to run. A write waits until this is durable. */
export interface ToolStarted {
  readonly type: 'tool.started'
  readonly toolCallId: string
  readonly tool: string
  /** The tool that the model called, if the call was rerouted to `tool`. */
  readonly askedAs?: string
  readonly permission: Permission
  readonly risk: Risk
  readonly input: unknown
  readonly repairs: readonly Repair[]
  readonly targets: readonly Target[]
  readonly decision: Decision
  readonly principal: Principal
}

export interface ToolProgressed {
  readonly type: 'tool.progress'
  readonly toolCallId: string
  readonly tool: string
  readonly message: string
  readonly fraction?: number
}

/** The causes of a call's end that its code does not tell. */
export interface EndNotes {
  /** The progress of the call at the time when an abort, its time limit or its turn ended it. */
  readonly stoppedAt?: 'in_queue' | 'before_start' | 'running' | 'by_turn'
  /**
   * The reason that its approval was void: the call has changed, the receipt was redeemed before, the policy has changed, or
   * another caller resumed it.
   */
  readonly voidedBy?: 'digest' | 'redeemed' | 'policy' | 'asker'
  /** A fault of Drawbridge itself, with its place: the limits, the record of the start, or anywhere else. */
  readonly cause?: { readonly at: 'limits' | 'start' | 'drawbridge'; readonly reason: string }
}

/** The duration of each phase of a call, in milliseconds. A phase that did not occur, or that took no time, is absent. */
export interface CallTimings {
  /** Until it might run, without the wait for an answer: reading, policy, hooks, its place in its turn, the record of its start. */
  readonly gates?: number
  /** The time until an answer, or until waiting ended. */
  readonly approval?: number
  /** Until its paths were free. */
  readonly locks?: number
  /** In the tool. */
  readonly execution?: number
  /** On the way out: scrubbing, hooks, cutting. */
  readonly exit?: number
}

/**
 * The end of a call. `tool.completed`: its tool ran to its end, even with an error result. `tool.failed`: it could not
 * run or broke off. `tool.denied`, `tool.cancelled`: as named.
 */
export interface ToolEnded extends EndNotes {
  readonly type: 'tool.completed' | 'tool.failed' | 'tool.denied' | 'tool.cancelled'
  readonly toolCallId: string
  readonly tool: string
  /** The model's arguments, for calls that never reached `tool.started`. */
  readonly arguments?: unknown
  readonly result: ToolResult
  readonly timings?: CallTimings
  /** The sources of the last content blocks, in order: `loop`, or a hook by name. */
  readonly added?: readonly string[]
  /** Set if the tool itself stored the whole output, so that the pipeline never saw it. */
  readonly spilled?: true
  /** Set if the tool labelled parts of its result itself. */
  readonly labelled?: true
  /** Set if the tool returned nothing, and the text that says so is ours. */
  readonly silent?: true
}

/** Found after a crash: a call that had started and has no end. */
export interface ToolInterrupted {
  readonly type: 'tool.interrupted'
  readonly toolCallId: string
  readonly tool: string
}

/** The events of calls. */
export interface CallEvents {
  readonly 'tool.called': ToolCalled
  readonly 'tool.resumed': ToolResumed
  readonly 'tool.started': ToolStarted
  readonly 'tool.progress': ToolProgressed
  readonly 'tool.completed': ToolEnded
  readonly 'tool.failed': ToolEnded
  readonly 'tool.denied': ToolEnded
  readonly 'tool.cancelled': ToolEnded
  readonly 'tool.interrupted': ToolInterrupted
}

const ended: EventKind<ToolEnded> = {
  scrub: scrubFields('arguments', 'cause'),
  line: ({ tool, result: { code, meta } }) => ({
    tool,
    durationMs: meta.durationMs,
    ...(code === undefined ? {} : { code }),
  }),
  replay: 'made',
  endsCall: true,
  node: resultNode,
  isWhole: (fields) => saysItsTool(fields) && isResult(fields.result),
}

export const callEvents: EventFamily<CallEvents> = {
  'tool.called': {
    scrub: scrubCalled,
    line: () => ({}),
    replay: 'made',
    node: (event) => ({ kind: 'turn', id: turnNodeId(event), parent: runNodeId(event.run), keeps: 'first' }),
    isWhole: ({ toolCallId, turn }) =>
      isText(toolCallId) && (turn === undefined || (isJsonObject(turn) && isCount(turn.number))),
  },
  'tool.resumed': {
    scrub: scrubFields('receipt', 'decision'),
    line: () => ({}),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'tool.started': {
    scrub: scrubStarted,
    line: ({ tool, permission, risk }) => ({ tool, permission, risk }),
    replay: 'made',
    isWhole: saysItsTool,
  },
  'tool.progress': {
    scrub: scrubFields('message'),
    line: ({ tool }) => ({ tool }),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'tool.completed': ended,
  'tool.failed': ended,
  'tool.denied': ended,
  'tool.cancelled': ended,
  'tool.interrupted': {
    scrub: scrubNothing,
    line: ({ tool }) => ({ tool }),
    replay: 'told',
    because: 'it was found after a crash',
    endsCall: true,
    node: resultNode,
    isWhole: saysItsTool,
  },
}

/** Id of the node of the model turn that a call belongs to. */
export function turnNodeId({ turn, run, toolCallId }: Pick<EventStamp & ToolCalled, 'turn' | 'run' | 'toolCallId'>) {
  return turn === undefined ? `call/${toolCallId}` : `turn/${run}/${turn.number}`
}

function resultNode({ type, toolCallId, tool }: ToolEnded | ToolInterrupted): EventNode {
  const status = type.slice('tool.'.length)
  return { kind: 'result', id: `result/${toolCallId}`, parent: { turnOf: toolCallId }, tool, status, keeps: 'last' }
}

function scrubCalled(called: ToolCalled, scrubber: Scrubber): ToolCalled {
  const { name, rawCallId, arguments: given, repairs } = called
  const cleanName = scrubber.scrub(name).text
  if (rawCallId === undefined && given === undefined && repairs === undefined)
    return cleanName === name ? called : { ...called, name: cleanName }
  const rest = Object.entries({ rawCallId, arguments: given, repairs }).filter(([, value]) => value !== undefined)
  return { ...called, name: cleanName, ...scrubber.scrubValue(Object.fromEntries(rest)).value }
}

function scrubStarted(started: ToolStarted, scrubber: Scrubber): ToolStarted {
  const { input, targets, repairs, decision } = started
  return {
    ...started,
    input: scrubber.scrubValue(input).value,
    targets: scrubTargets(targets, scrubber),
    repairs: repairs.length === 0 ? repairs : scrubber.scrubValue(repairs).value,
    decision: scrubDecision(decision, targets, scrubber),
  }
}

function isResult(value: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.meta) || !Array.isArray(value.content)) return false
  const { artifact } = value.meta
  return (artifact === undefined || isText(artifact)) && value.content.every(isBlock)
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block)) return false
  return block.type !== 'artifact_ref' || (isText(block.id) && isText(block.mediaType) && isCount(block.bytes))
}
