import { safeDialect } from '../dialect/plain-dialects.ts'
import type { RunStarted } from '../event/families/run-events.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { toolsFingerprint } from '../registry/tools-fingerprint.ts'
import type { SessionKey } from '../tool/session-state.ts'
import type { RunOptions } from './run-options.ts'

/** The run that was the first to call anything with this state. */
const firstRun: SessionKey<{ run: string | undefined }> = { name: 'first run', create: () => ({ run: undefined }) }

/** Returns the record of how a run was opened. */
export function openingOf(context: RunContext, { dialect = safeDialect, setup }: RunOptions): RunStarted {
  const { principal, approval, settings, snapshot, grants, session, machine, hooks } = context
  const first = session.use(firstRun)
  first.run ??= principal.run
  return {
    type: 'run.started',
    format: 2,
    principal,
    dialect: dialect.name,
    ...(approval.mode === 'detached' ? { detached: true } : {}),
    settings: { ...settings },
    workspace: machine.workspace,
    ...(hooks.preToolUse.some(({ trusted }) => trusted === true) ? { hasRewritingHooks: true } : {}),
    tools: toolsFingerprint(snapshot.tools),
    lastingGrants: grants.lasting,
    memoryOf: first.run,
    ...(setup === undefined ? {} : { setup }),
  }
}
