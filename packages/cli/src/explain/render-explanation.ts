import type { Explanation } from '@drawbridge/core'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { type Style, wrapText } from '@drawbridge/room/text'
import { describeTarget } from '../approval/describe-target.ts'
import type { CallPlace } from '../sandbox/place-of-call.ts'
import { places } from '../sandbox/places.ts'
import { wrapHanging } from '../text/wrap-hanging.ts'
import { type ExplainedVerdict, explanationJson } from './explanation-json.ts'

const words: Readonly<Record<ExplainedVerdict, string>> = {
  allow: 'would run',
  ask: 'would need approval',
  deny: 'would be refused',
  none: 'does not exist',
}

/** An explanation for a person. */
export function renderExplanation(
  explanation: Explanation,
  columns: number,
  style: Style,
  place?: CallPlace | undefined,
): string {
  const { tool, verdict, reason, failure } = explanationJson(explanation)
  const fails = failure !== undefined && explanation.ends !== 'denied'
  const targets = explanation.targets.map((target) => {
    const { label, value, notes } = describeTarget(target)
    return `${label.toLowerCase()}: ${escapeToOneLine([value, ...notes].join('; '))}`
  })
  const steps = ((explanation.decision ?? explanation.presumed)?.steps ?? []).map(
    ({ step, verdict: found, because }) => `${escapeToOneLine(step)}: ${found}. ${escapeToOneLine(because)}`,
  )
  const name = escapeToOneLine(tool)
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [`${title}:`, ...lines.map((line) => wrapHanging(line, { columns, indent: 4, lead: '  ' }))]
  const [first = '', ...rest] = wrapText(
    `${name} ${fails ? 'would fail' : words[verdict]}: ${escapeUnprintable(reason)}`,
    columns,
  )
  return [
    first.startsWith(name) ? style.strong(name) + first.slice(name.length) : first,
    ...rest,
    ...(place === undefined
      ? []
      : wrapText(`It would run ${places[place.runs_in]}. ${escapeUnprintable(place.why)}`, columns)),
    ...section('It would touch', targets),
    ...section('Considered', steps),
    '',
  ].join('\n')
}
