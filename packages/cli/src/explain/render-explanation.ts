import type { Explanation } from '@drawbridge/core'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core'
import { describeTarget } from '../approval/describe-target.ts'
import type { Style } from '../text/create-style.ts'
import { type ExplainedVerdict, explanationJson } from './explanation-json.ts'

const words: Readonly<Record<ExplainedVerdict, string>> = {
  allow: 'would run',
  ask: 'would need approval',
  deny: 'would be refused',
  none: 'would not get as far as the policy',
}

/** An explanation for a person. */
export function renderExplanation(explanation: Explanation, style: Style): string {
  const { tool, verdict, reason } = explanationJson(explanation)
  const targets = explanation.targets.map((target) => {
    const { label, value, notes } = describeTarget(target)
    return `  ${label.toLowerCase()}: ${escapeToOneLine([value, ...notes].join('; '))}`
  })
  const steps = (explanation.decision?.steps ?? []).map(
    ({ step, verdict: found, because }) => `  ${step}: ${found}. ${escapeToOneLine(because)}`,
  )
  return [
    `${style.strong(escapeToOneLine(tool))} ${words[verdict]}: ${escapeUnprintable(reason)}`,
    ...section('It would touch', targets),
    ...section('Considered', steps),
    '',
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}
