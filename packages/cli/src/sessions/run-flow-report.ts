import { escapeToOneLine } from '@drawbridge/core/base'
import type { FlowReport, ReportedAct } from '@drawbridge/core/flow'
import { createStyle, type Style } from '@drawbridge/room/text'
import { resolveHome } from '@drawbridge/sdk'
import { reportFlow } from '@drawbridge/sdk/simulate'
import type { Io } from '../io/io.ts'

export interface FlowReportFlags {
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Shows where the words of a session came from, and what they decided. */
export async function runFlowReport(
  session: string,
  { home, config, json }: FlowReportFlags,
  { output, environment }: Io,
): Promise<void> {
  const folder = resolveHome({ flag: home, env: environment })
  const report = await reportFlow({ home: folder, config, environment, session })
  await output.write(json === true ? `${JSON.stringify(report)}\n` : renderReport(report, createStyle(output.colour)))
}

function renderReport({ heard, sources, acts, asked }: FlowReport, style: Style): string {
  const read = sources.map(({ tool, target, trust, results }) => {
    const place = target === undefined ? '' : ` ${target}`
    const paint = trust === 'untrusted' ? style.notice : style.good
    return `  ${paint(trust)}  ${escapeToOneLine(`${tool}${place}`)}  ${results}\n`
  })
  return [
    `${heard.user} messages of the user and ${heard.operator} of the operator were heard${heard.agent === 0 ? '' : `, and ${heard.agent} of other agents`}.\n`,
    sources.length === 0 ? 'Nothing was read.\n' : `\n${style.strong('Read')}\n`,
    ...read,
    acts.length === 0
      ? 'No write was judged: none came after a stranger’s words, or "flow.mode" was off.\n'
      : `\n${style.strong('Decided')}  ${acts.length} writes, "guard" asks about ${asked}\n`,
    ...acts.map((act) => renderAct(act, style)),
  ].join('')
}

function renderAct({ tool, toolCallId, mode, verdict, ended, findings, vouched }: ReportedAct, style: Style) {
  const paint = verdict === 'ask' ? style.notice : style.good
  const head = `  ${paint(verdict)}  ${escapeToOneLine(`${tool} ${toolCallId}`)}  ${style.faint(`${mode}, ${ended ?? 'not ended'}`)}\n`
  const reasons = findings.flatMap(({ because, origin }) => [
    `    ${escapeToOneLine(because)}\n`,
    ...(origin === undefined ? [] : [`      ${style.faint(`… ${escapeToOneLine(origin.excerpt)} …`)}\n`]),
  ])
  const vouchers = vouched.map(({ kind, value, by, rule, origin }) => {
    const from = [rule, origin?.tool].filter((each) => each !== undefined).join(', ')
    return `    ${escapeToOneLine(`${kind} "${value}": ${by}${from === '' ? '' : ` (${from})`}`)}\n`
  })
  return [head, ...reasons, ...vouchers].join('')
}
