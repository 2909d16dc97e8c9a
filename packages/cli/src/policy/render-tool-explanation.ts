import { escapeToOneLine } from '@drawbridge/core/base'
import type { ToolExplanation } from '@drawbridge/core/policy'
import type { Style } from '../text/create-style.ts'

/** A tool with the steps that did something to it. */
export function renderToolExplanation({ name, removal, notes }: ToolExplanation, style: Style): string {
  const state =
    removal === undefined
      ? style.good('in the set')
      : style.bad(escapeToOneLine(`not in the set: ${removal.reason} (${removal.source})`))
  const steps = notes.map(({ step, did, source, because }) => {
    const why = because === undefined ? '' : ` by ${because}`
    return `    ${escapeToOneLine(`${step}: ${did}${why} (${source})`)}\n`
  })
  return `${style.strong(name)}  ${state}\n${steps.join('')}`
}
