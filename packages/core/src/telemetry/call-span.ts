import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import { defined } from '../base/defined.ts'
import { type DrawbridgeEvent, type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
import { contentText } from '../result/content-text.ts'
import {
  arrivalAttributes,
  endAttributes,
  errorType,
  inputAttributes,
  outcomeOf,
  type ReportedOutcome,
  resultAttributes,
  startAttributes,
} from './call-attributes.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { OpenTelemetryApi } from './open-telemetry-api.ts'

/** The tools that make spans and metrics of calls. */
export interface CallTracer {
  readonly api: OpenTelemetryApi
  readonly contents: boolean
  readonly tracer: Tracer
  readonly metrics: CallMetrics
}

/** The span of one call, with its children. */
export interface CallSpan {
  /**
   * Takes in the next event of the call.
   * @param detached True if a call of its run that needs approval becomes a receipt.
   * @returns True if the call is over.
   */
  follow(event: DrawbridgeEvent, detached: boolean): boolean
  /** Ends the spans without a word on how the call ended. */
  abandon(): void
}

type Arrival = Extract<DrawbridgeEvent, { type: 'tool.called' | 'tool.resumed' }>

/** Opens the span of a call. */
export function openCallSpan(called: Arrival, telemetry: CallTracer): CallSpan {
  const { api, contents, tracer, metrics } = telemetry
  const { INTERNAL } = api.SpanKind
  const arrival = arrivalAttributes(called)
  const span = tracer.startSpan(spanName(arrival['gen_ai.tool.name']), {
    kind: INTERNAL,
    startTime: new Date(called.receivedAt),
    attributes: arrival,
  })
  const inCall = api.trace.setSpan(api.context.active(), span)
  const child = (name: string, startTime: Date) => tracer.startSpan(name, { kind: INTERNAL, startTime }, inCall)
  let approval: { readonly span: Span; readonly askedAt: number } | undefined
  let execution: Span | undefined
  const facts: { permission: string | undefined; verdict: string | undefined } = {
    permission: undefined,
    verdict: undefined,
  }

  const answered = (time: number, attributes: Attributes) => {
    if (approval === undefined) return
    approval.span.setAttributes(attributes)
    approval.span.end(new Date(time))
    const answer = { 'drawbridge.approval.answer': attributes['drawbridge.approval.answer'] ?? 'none' }
    metrics.approval.record((time - approval.askedAt) / 1_000, answer)
    approval = undefined
  }
  const count = (tool: string, outcome: ReportedOutcome, error: string | undefined) =>
    metrics.calls.add(
      1,
      defined({
        'gen_ai.tool.name': tool,
        'drawbridge.outcome': outcome,
        'error.type': error,
        'drawbridge.permission': facts.permission,
        'drawbridge.verdict': facts.verdict,
      }),
    )
  const end = (event: EndEvent) => {
    const { result, timings, time, tool } = event
    const error = errorType(event)
    const failed = { code: api.SpanStatusCode.ERROR, ...(contents ? { message: contentText(result.content) } : {}) }
    if (execution !== undefined) {
      if (error !== undefined) execution.setStatus({ code: api.SpanStatusCode.ERROR })
      execution.end(new Date(time - (timings?.exit ?? 0)))
      metrics.execution.record(
        (timings?.execution ?? 0) / 1_000,
        defined({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'error.type': error }),
      )
    }
    answered(time, {})
    facts.verdict = result.meta.decision?.verdict ?? facts.verdict
    span.updateName(spanName(tool))
    span.setAttributes(endAttributes(event))
    if (contents) span.setAttributes({ ...inputAttributes(event.arguments), ...resultAttributes(event) })
    if (error !== undefined) span.setStatus(failed)
    span.end(new Date(time))
    count(tool, outcomeOf(event), error)
  }

  return {
    follow: (event, detached) => {
      switch (event.type) {
        case 'permission.requested': {
          const { tool, permission, risk, rule } = event.request
          facts.permission = permission
          facts.verdict = 'ask'
          span.setAttributes({
            'drawbridge.permission': permission,
            'drawbridge.risk': risk,
            'drawbridge.verdict': 'ask',
            'drawbridge.rule': rule,
          })
          if (detached) {
            span.updateName(spanName(tool))
            span.setAttributes({ 'gen_ai.tool.name': tool, 'drawbridge.outcome': 'pending' })
            span.end(new Date(event.time))
            count(tool, 'pending', undefined)
            return true
          }
          approval = { span: child('approval', new Date(event.time)), askedAt: event.time }
          return false
        }
        case 'permission.decided':
          answered(event.time, {
            'drawbridge.approval.answer': event.decision.answer,
            'drawbridge.approval.approver': event.approver,
          })
          return false
        case 'permission.failed':
          answered(event.time, { 'error.type': event.code })
          return false
        case 'tool.started':
          facts.permission = event.permission
          facts.verdict = event.decision.verdict
          span.setAttributes(startAttributes(event))
          if (contents) span.setAttributes(inputAttributes(event.input))
          execution = child('execute', new Date(event.time))
          return false
        default:
          if (!isEndEvent(event)) return false
          end(event)
          return true
      }
    },
    abandon: () => {
      approval?.span.end()
      execution?.end()
      span.end()
    },
  }
}

function spanName(tool: unknown): string {
  return tool === '' ? 'execute_tool' : `execute_tool ${tool}`
}
