import { defined, escapeToOneLine } from '@drawbridge/core/base'
import { createDrawbridge } from '@drawbridge/sdk'
import type { Io } from '../io/io.ts'
import type { SessionFlags } from '../session/session-flags.ts'

export interface SandboxPruneFlags extends SessionFlags {
  readonly json?: boolean
}

/** Removes sandboxes that were unused for a long time, with their files. */
export async function runSandboxPrune(flags: SandboxPruneFlags, { output }: Io): Promise<void> {
  const { workspace, home, config } = flags
  await using drawbridge = await createDrawbridge({
    ...defined({ workspace, home, configFile: config }),
    record: 'off',
    sandbox: { inspectOnly: true },
  })
  const removed = (await drawbridge.sandboxing?.prune()) ?? []
  if (flags.json === true) await output.write(`${JSON.stringify({ removed })}\n`)
  else if (removed.length === 0) await output.write('Nothing is old enough to be removed.\n')
  else await output.write(removed.map((what) => `removed ${escapeToOneLine(what)}\n`).join(''))
}
