import type { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** The parts of `@opentelemetry/api` that are used. */
export interface OpenTelemetryApi {
  readonly trace: typeof trace
  readonly metrics: typeof metrics
  readonly context: typeof context
  readonly SpanKind: typeof SpanKind
  readonly SpanStatusCode: typeof SpanStatusCode
}
