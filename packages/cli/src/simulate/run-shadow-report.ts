import { escapeToOneLine } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import { resolveHome } from '@drawbridge/sdk'
import { reportShadow } from '@drawbridge/sdk/simulate'
import type { Io } from '../io/io.ts'
import { readTime } from '../text/read-time.ts'
import { renderGroup } from './render-simulation.ts'

export interface ShadowReportFlags {
  readonly since?: string
  readonly session?: string
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Reports which recorded calls the shadow policy would have decided on otherwise. */
export async function runShadowReport(flags: ShadowReportFlags, { output, environment }: Io): Promise<void> {
  const { since, session, config } = flags
  const report = await reportShadow({
    home: resolveHome({ flag: flags.home, env: environment }),
    config,
    environment,
    session,
    since: since === undefined ? undefined : readTime(since),
  })
  if (flags.json === true) {
    await output.write(`${JSON.stringify(report)}\n`)
    return
  }
  const { calls, changed, groups, failed } = report
  const style = createStyle(output.colour)
  const failures = Object.entries(failed).map(([why, count]) => `${count} not compared: ${escapeToOneLine(why)}\n`)
  const summary = `${calls} recorded calls, ${changed} decided differently by the shadow policy.\n`
  const scope =
    changed === 0
      ? 'Only calls made while the section "shadow" was configured are compared with a shadow policy.\n'
      : ''
  await output.write([summary, scope, ...failures, ...groups.map((group) => renderGroup(group, style))].join(''))
}
