import { errorMessage } from '../error/error-message.ts'
import type { HookFailed } from '../event/drawbridge-event.ts'
import type { RunContext } from './run-context.ts'

/** Records that an observing hook failed. It costs its call nothing, and neither does a recorder that fails here. */
export function noteHookFailure(
  failed: Omit<HookFailed, 'type' | 'message'>,
  error: unknown,
  { events, principal }: Pick<RunContext, 'events' | 'principal'>,
): void {
  const message = errorMessage(error)
  const recording = async () => events.record({ type: 'hook.failed', ...failed, message }, principal.run, 'grouped')
  recording().catch(() => undefined)
}
