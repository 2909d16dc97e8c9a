import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import type { EventSink } from '../event/event-log.ts'
import { createTelemetrySink, type TelemetrySinkOptions } from './create-telemetry-sink.ts'
import type { OpenTelemetryApi } from './open-telemetry-api.ts'

/**
 * Loads `@opentelemetry/api` and creates the sink that reports calls to the providers which the program has registered there.
 * @throws DrawbridgeError `invalid_configuration` if that package cannot be loaded.
 */
export async function openTelemetry(
  options: Omit<TelemetrySinkOptions, 'api'> = {},
  load: () => Promise<OpenTelemetryApi> = () => import('@opentelemetry/api'),
): Promise<EventSink> {
  return createTelemetrySink({ ...options, api: await load().catch(refuse) })
}

function refuse(error: unknown): never {
  throw new DrawbridgeError(
    'invalid_configuration',
    `Telemetry is enabled, but the package "@opentelemetry/api" cannot be loaded: ${errorMessage(error)} Install it (npm install @opentelemetry/api), or set "telemetry.enabled" to false.`,
    { cause: error },
  )
}
