import type { PostToolUseHook } from '../hook/hook.ts'
import { matchesCall } from '../hook/hook-matcher.ts'
import { runHook } from '../hook/run-hook.ts'
import type { ContentBlock, TextBlock } from '../result/content-block.ts'
import { ownLabel } from '../result/label.ts'
import { callFacts } from './call-facts.ts'
import type { Ending } from './ending.ts'
import { hookLimits } from './hook-limits.ts'
import { noteHookFailure } from './note-hook-failure.ts'
import type { RunContext } from './run-context.ts'

/** Runs the PostToolUse hooks of an executed call on its scrubbed result. What they add is scrubbed too; one that fails adds nothing. */
export function after(ending: Ending, context: RunContext): Ending | Promise<Ending> {
  return ending.executed === undefined || context.hooks.postToolUse.length === 0
    ? ending
    : withAdditions(ending, ending.executed, context)
}

async function withAdditions(
  ending: Ending,
  executed: NonNullable<Ending['executed']>,
  context: RunContext,
): Promise<Ending> {
  const { hooks, scrubber, principal } = context
  const content: ContentBlock[] = [...ending.content]
  const added: string[] = []
  const facts = callFacts(executed, principal)
  const limits = hookLimits(context, { spentMs: 0 })
  const result = { isError: ending.status !== 'ok', content }
  const run = (hook: PostToolUseHook) => runHook((signal) => hook.run(facts, result, signal), limits(hook))
  for (const hook of hooks.postToolUse) {
    if (!matchesCall(hook.matcher, facts)) continue
    try {
      const addition: unknown = await run(hook)
      if (typeof addition !== 'string' || addition === '') continue
      content.push(ownText(scrubber.scrub(addition).text))
      added.push(`hook ${hook.name}`)
    } catch (error) {
      noteHookFailure({ hook: hook.name, event: 'PostToolUse', toolCallId: executed.toolCallId }, error, context)
    }
  }
  return added.length === 0 ? ending : { ...ending, content, added }
}

function ownText(text: string): TextBlock {
  return { type: 'text', text, label: ownLabel }
}
