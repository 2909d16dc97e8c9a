import { DrawbridgeError } from '@drawbridge/core'
import { createShadowReporter, type ShadowReport } from '@drawbridge/core/replay'
import type { HomeDatabaseSources } from '../database/home-database.ts'
import { recordedLines } from '../store/recorded-lines.ts'

/** The options of `reportShadow`. */
export interface ReportShadowOptions extends HomeDatabaseSources {
  /** Default: every recorded session. */
  readonly session?: string | undefined
  /** Earlier calls are left out. Milliseconds since the Unix epoch. Default: none. */
  readonly since?: number | undefined
}

/**
 * Reports which recorded calls the shadow policy of their time would have decided on otherwise.
 * @throws DrawbridgeError `invalid_option` if there is no such session.
 */
export async function reportShadow({
  session,
  since = Number.NEGATIVE_INFINITY,
  ...sources
}: ReportShadowOptions): Promise<ShadowReport & { readonly tornLines: number }> {
  const reporter = createShadowReporter()
  let lines = 0
  let tornLines = 0
  for await (const event of recordedLines(sources, session)) {
    lines += 1
    if (event.type === 'torn') tornLines += 1
    else if (event.time >= since) reporter.add(event)
  }
  if (session !== undefined && lines === 0)
    throw new DrawbridgeError(
      'invalid_option',
      `No session "${session}" is recorded. List the recorded ones with: drawbridge sessions`,
    )
  return { ...reporter.report(), tornLines }
}
