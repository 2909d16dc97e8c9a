import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { EventSink } from '../event/event-log.ts'
import { type CallMetrics, createCallMetrics } from './call-metrics.ts'
import { type CallSpan, type CallTracer, openCallSpan } from './call-span.ts'
import type { OpenTelemetryApi } from './open-telemetry-api.ts'

/** The options of `createTelemetrySink`. */
export interface TelemetrySinkOptions {
  readonly api: OpenTelemetryApi
  /** True if spans hold arguments, results and messages as well. Default false. */
  readonly contents?: boolean
  /** The number of calls with an open span. Beyond it the oldest span ends as it is. Default 10,000. */
  readonly mostOpenCalls?: number
}

const scope = '@drawbridge/core'

/**
 * Creates a sink that makes a span `execute_tool NAME` and metrics of each call, by OpenTelemetry's semantic conventions for generative
 * AI. Spans are children of the span that is active where the call is made. Events are scrubbed before a sink gets them.
 *
 * @example
 * session.events.subscribe(createTelemetrySink({ api: await import('@opentelemetry/api') }))
 */
export function createTelemetrySink({
  api,
  contents = false,
  mostOpenCalls = 10_000,
}: TelemetrySinkOptions): EventSink {
  const open = new Map<string, CallSpan>()
  const detached = new Set<string>()
  let metrics: CallMetrics | undefined
  const tracer: CallTracer = {
    api,
    contents,
    tracer: api.trace.getTracer(scope),
    // A provider that is registered later counts from its first call.
    get metrics() {
      metrics ??= createCallMetrics(api.metrics.getMeter(scope))
      return metrics
    },
  }
  const keep = (key: string, span: CallSpan) => {
    open.set(key, span)
    const [oldest] = open
    if (open.size <= mostOpenCalls || oldest === undefined) return
    open.delete(oldest[0])
    oldest[1].abandon()
  }

  return (event) => {
    if (event.type === 'run.started' && event.detached === true) detached.add(runKey(event))
    if (event.type === 'run.ended') detached.delete(runKey(event))
    if (!('toolCallId' in event)) return
    const key = `${runKey(event)}/${event.toolCallId}`
    if (event.type === 'tool.called' || event.type === 'tool.resumed') return keep(key, openCallSpan(event, tracer))
    const isOver = open.get(key)?.follow(event, detached.has(runKey(event)))
    if (isOver === true) open.delete(key)
  }
}

function runKey({ session, run }: Pick<DrawbridgeEvent, 'session' | 'run'>): string {
  return `${session}/${run}`
}
