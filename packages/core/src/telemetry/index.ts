export { createTelemetrySink, type TelemetrySinkOptions } from './create-telemetry-sink.ts'
export { openTelemetry } from './open-telemetry.ts'
export type { OpenTelemetryApi } from './open-telemetry-api.ts'
