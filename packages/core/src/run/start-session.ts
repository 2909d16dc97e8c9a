import { runHook } from '../hook/run-hook.ts'
import { hookLimits, noteHookFailure } from '../pipeline/gates/hooks.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import type { SessionKey } from '../tool/session-state.ts'

const started: SessionKey<{ isStarted: boolean }> = { name: 'session start', create: () => ({ isStarted: false }) }

/** Runs the SessionStart hooks with the first run of a session, in order. Nothing waits for them. */
export function startSession(context: RunContext): void {
  if (context.hooks.sessionStart.length === 0) return
  const session = context.session.use(started)
  if (session.isStarted) return
  session.isStarted = true
  void runAll(context)
}

async function runAll(context: RunContext): Promise<void> {
  const limits = hookLimits(context, { spentMs: 0 })
  for (const hook of context.hooks.sessionStart) {
    try {
      await runHook((signal) => hook.run(context.principal, signal), limits(hook))
    } catch (error) {
      noteHookFailure({ hook: hook.name, event: 'SessionStart' }, error, context)
    }
  }
}
