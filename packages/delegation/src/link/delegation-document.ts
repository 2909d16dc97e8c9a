import type { DelegateTarget } from '@drawbridge/core/agent'
import { shorten } from '@drawbridge/core/base'

/** The most agents that are named in the prompt. More are found with `agent.delegate_search`. */
const mostNamed = 15

/** The longest description of an agent in the prompt, in UTF-16 units. */
const longestDescription = 300

/** Returns the text of DELEGATION.md about the agents that a caller may give work to; empty if there is none. Pure. */
export function delegationDocument(targets: readonly DelegateTarget[]): string {
  // The members of a team are in TEAM.md, with what the lead does with them.
  const linked = targets.filter(({ by }) => by === 'link')
  if (linked.length === 0) return ''
  const head = ['# Agents that work for you', '']
  if (linked.length > mostNamed) {
    return [
      ...head,
      `You may give work to ${linked.length} other agents. Find the right one with agent.delegate_search, then give it a task with agent.delegate.`,
    ].join('\n')
  }
  return [
    ...head,
    'You may give work to these agents with agent.delegate. Each works as itself, with tools of its own, and knows only the task and the context that you give it. This list is complete.',
    ...linked.map(({ agent, description }) => `- ${agent}: ${shortened(description)}`),
  ].join('\n')
}

function shortened(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return 'no description'
  return shorten(line, longestDescription)
}
