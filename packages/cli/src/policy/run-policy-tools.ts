import { escapeToOneLine } from '@drawbridge/core/base'
import type { Role, ToolExplanation } from '@drawbridge/core/policy'
import { createStyle, type Style } from '@drawbridge/room/text'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { SessionFlags } from '../session/session-flags.ts'

export interface PolicyToolsFlags extends SessionFlags {
  readonly provider?: string
  readonly role?: Role
  readonly json?: boolean
}

/** Shows for every tool whether it exists for a run, and what each step of the policy did to it. */
export async function runPolicyTools(flags: PolicyToolsFlags, { output }: Io): Promise<void> {
  // The policy is that of the folder; whose run it is only chooses among its lists.
  const { agent, user: _, ...folder } = flags
  const { provider, role = 'main' } = flags
  await using opened = await openCommandSession({ flags: folder, record: 'off' })
  const { registry, policy } = opened.drawbridge
  const principal = { role, ...(agent === undefined ? {} : { agent }) }
  const explanations = registry
    .list()
    .flatMap<ToolExplanation>(({ name }) => policy.explainTool(name, principal, { scope: { provider } }) ?? [])
  if (flags.json === true) await output.write(`${JSON.stringify({ tools: explanations })}\n`)
  else {
    const style = createStyle(output.colour)
    await output.write(explanations.map((explanation) => renderToolExplanation(explanation, style)).join(''))
  }
}

/** A tool with the steps that did something to it. */
function renderToolExplanation({ name, removal, notes }: ToolExplanation, style: Style): string {
  const state =
    removal === undefined
      ? style.good('in the set')
      : style.bad(escapeToOneLine(`not in the set: ${removal.reason} (${removal.source})`))
  const steps = notes.map(({ step, did, source, because }) => {
    const why = because === undefined ? '' : ` ${did === 'removed' ? 'because' : 'by'} ${because}`
    return `    ${escapeToOneLine(`${step}: ${did}${why} (${source})`)}\n`
  })
  return `${style.strong(name)}  ${state}\n${steps.join('')}`
}
