import { errorMessage } from '../error/error-message.ts'
import type { HookFailed } from '../event/families/hook-events.ts'
import { noteEvent } from './note-event.ts'
import type { RunContext } from './run-context.ts'

/** Records that an observing hook failed. It costs its call nothing, and neither does a recorder that fails here. */
export function noteHookFailure(
  failed: Omit<HookFailed, 'type' | 'message'>,
  error: unknown,
  context: Pick<RunContext, 'events' | 'principal'>,
): void {
  noteEvent({ type: 'hook.failed', ...failed, message: errorMessage(error) }, context)
}
