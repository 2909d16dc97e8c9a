import {
  type ApprovalRequest,
  approveWith,
  createRegistry,
  defineTool,
  type Outcome,
  openRun,
  type Registry,
} from '@drawbridge/core'
import type { FlowMode, Sink, SinkKind } from '@drawbridge/core/flow'
import { openSchema } from '@drawbridge/core/schema'
import type { TraceCall, TraceTool } from './traces.ts'

/** A session whose tools return what was recorded, judged by the real pipeline. */
export interface RecordedSession {
  hear(text: string): void
  /** Resolves to what was asked about the call; undefined if it passed. */
  play(call: TraceCall, onQuestion: 'allow' | 'deny'): Promise<ApprovalRequest | undefined>
}

const kinds: readonly (readonly [pattern: RegExp, kind: SinkKind])[] = [
  [/url|link|path/, 'destination'],
  [/recipient|cc|participants|email|user|channel|member/, 'recipient'],
  [/amount/, 'amount'],
]

interface Recording {
  readonly registry: Registry
  /** The output of the next call. */
  result: string
}

const recordings = new WeakMap<readonly TraceTool[], Promise<Recording>>()

/** Registers the tools of a suite once: their output is set before each call. */
async function recordingOf(tools: readonly TraceTool[]): Promise<Recording> {
  const recording: Recording = { registry: createRegistry(), result: '' }
  for (const { name, description, parameters, sideEffect, sinkArgs } of tools) {
    const input = await openSchema({
      type: 'object',
      ...('$defs' in parameters ? { $defs: parameters.$defs } : {}),
      properties: parameters.properties ?? {},
    })
    recording.registry.register(
      defineTool({
        name: `suite.${name}`,
        description: description || name,
        input,
        permission: sideEffect ? 'write' : 'readonly',
        origin: 'mcp',
        profile: 'open',
        ...(sinkArgs === undefined ? {} : { sinks: sinkArgs.map(sinkOf) }),
        execute: () => recording.result,
      }),
    )
  }
  return recording
}

/** Opens a run in which only information flow asks: the policy allows everything. */
export async function openRecordedSession(tools: readonly TraceTool[], mode: FlowMode): Promise<RecordedSession> {
  const known = recordings.get(tools) ?? recordingOf(tools)
  recordings.set(tools, known)
  const recording = await known
  let asked: ApprovalRequest | undefined
  let answer: 'allow' | 'deny' = 'allow'
  const person = approveWith('person', (request) => {
    asked = request
    if (answer === 'deny') return { answer: 'deny' }
    const isLasting = request.offers.some((offer) => offer.answer === 'allow_for_session')
    return { answer: isLasting ? 'allow_for_session' : 'allow_once' }
  })
  const run = openRun({
    registry: recording.registry,
    principal: { session: 'recorded', run: 'recorded', role: 'main', parents: [] },
    authority: {
      decide: () => ({ verdict: 'allow', rule: 'all', source: 'bench', reason: 'Everything is allowed.', steps: [] }),
    },
    approvers: [person],
    settings: { flow: { mode }, endsLoops: false },
  })
  return {
    hear: (text) => run.hear({ from: 'user', text }),
    play: async (call, onQuestion) => {
      recording.result = call.result ?? ''
      answer = onQuestion
      asked = undefined
      const outcome: Outcome = await run.call({ name: `suite.${call.fn}`, arguments: call.args })
      if (asked === undefined && outcome.status !== 'ok')
        throw new Error(`The recorded call of "${call.fn}" failed: ${outcome.text}`)
      return asked
    },
  }
}

function sinkOf(name: string): Sink {
  const kind = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'object'
  return { pointer: `/${name}`, kind }
}
