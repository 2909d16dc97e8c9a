import type { HookAnswered } from '../event/families/hook-events.ts'
import type { HookVerdict } from '../hook/hook.ts'
import { noteEvent } from './note-event.ts'
import type { RunContext } from './run-context.ts'

/** Records what a gating hook said, where that was more than that the call may go on. */
export function noteHookAnswer(
  answered: Omit<HookAnswered, 'type' | 'answer'>,
  verdict: HookVerdict,
  context: Pick<RunContext, 'events' | 'principal'>,
): void {
  if (verdict.verdict !== 'allow') noteEvent({ type: 'hook.answered', ...answered, answer: verdict }, context)
}
