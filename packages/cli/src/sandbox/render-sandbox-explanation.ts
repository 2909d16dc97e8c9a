import { escapeToOneLine } from '@drawbridge/core/base'
import type { Style } from '@drawbridge/room/text'
import type { SandboxExplanation } from '@drawbridge/sdk'
import { wrapHanging } from '../text/wrap-hanging.ts'
import { places } from './places.ts'

/** Renders where calls run, for a person: first the place, then the restrictions, then the visible files. */
export function renderSandboxExplanation(explanation: SandboxExplanation, columns: number, style: Style): string {
  const { role, agent, mode, runs_in: place, why, required, scope, capabilities, profile } = explanation
  const whose = agent === null ? `the role ${role}` : `the role ${role}, agent ${escapeToOneLine(agent)}`
  const paint = place === 'host' || place === 'none' ? style.notice : style.good
  const line = (lead: string, text: string) =>
    wrapHanging(escapeToOneLine(text), { columns, indent: 12, lead: lead.padEnd(12), leadWidth: 12 })
  const states = Object.entries(capabilities ?? {}).map(([name, state]) => {
    const mark = required.some((needed) => needed === name) ? ' (required)' : ''
    return line(`  ${name}`, state.held ? `held${mark}: ${state.how}` : `not enforced${mark}: ${state.reason}`)
  })
  const lines = [
    `${paint(`Calls of ${whose} run ${places[place]}.`)}`,
    line('why', why),
    line('mode', mode),
    ...(scope === null ? [] : [line('shared by', scope === 'shared' ? 'all' : `each ${scope}`)]),
    ...(states.length === 0 ? [] : ['what is held', ...states]),
    ...(profile.length === 0 ? [] : ['what a program sees', ...profile.map((text) => line('', text))]),
  ]
  return `${lines.join('\n')}\n`
}
