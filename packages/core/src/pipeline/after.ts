import type { ContentBlock, TextBlock } from '../result/content-block.ts'
import { ownLabel } from '../result/label.ts'
import { callFacts } from './call-facts.ts'
import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

/** Runs the PostToolUse hooks of an executed call on its scrubbed result. What they add is scrubbed too; one that fails adds nothing. */
export function after(ending: Ending, context: RunContext): Ending | Promise<Ending> {
  return ending.executed === undefined || context.hooks.postToolUse.length === 0
    ? ending
    : withAdditions(ending, context)
}

async function withAdditions(ending: Ending, context: RunContext): Promise<Ending> {
  const { hooks, scrubber, principal, signal } = context
  const content: ContentBlock[] = [...ending.content]
  const facts = ending.executed && callFacts(ending.executed, principal)
  if (facts === undefined) return ending
  for (const hook of hooks.postToolUse) {
    try {
      const addition = await hook.run(facts, { isError: ending.status !== 'ok', content }, signal)
      if (addition !== undefined && addition !== '') content.push(ownText(scrubber.scrub(addition).text))
    } catch {
      // An observing hook is not worth a call.
    }
  }
  return { ...ending, content }
}

function ownText(text: string): TextBlock {
  return { type: 'text', text, label: ownLabel }
}
