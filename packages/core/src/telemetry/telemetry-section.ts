import { z } from 'zod'

/** Section `telemetry`: the traces and metrics of calls. */
export const telemetrySection = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe(
        'True if calls become OpenTelemetry spans and metrics. Needs the package `@opentelemetry/api`. Default false.',
      ),
    contents: z
      .boolean()
      .optional()
      .describe('True if spans also hold arguments, results and messages, without the secrets. Default false.'),
  })
  .describe('Traces and metrics of calls.')

/** The section `telemetry` of a configuration, after reading. */
export type TelemetrySection = z.output<typeof telemetrySection>
