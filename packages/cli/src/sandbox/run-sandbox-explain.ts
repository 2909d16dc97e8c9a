import type { Role } from '@drawbridge/core/policy'
import { createStyle } from '@drawbridge/room/text'
import { createDrawbridge } from '@drawbridge/sdk'
import type { Io } from '../io/io.ts'
import type { SessionFlags } from '../session/session-flags.ts'
import { renderSandboxExplanation } from './render-sandbox-explanation.ts'

export interface SandboxExplainFlags extends SessionFlags {
  readonly role?: Role
  readonly json?: boolean
}

/** Explains the places in which the calls of a run execute, their isolation, and the reasons. */
export async function runSandboxExplain(flags: SandboxExplainFlags, { output }: Io): Promise<void> {
  const { workspace, home, config, mode, agent, role = 'main' } = flags
  await using drawbridge = await createDrawbridge({
    ...(workspace === undefined ? {} : { workspace }),
    ...(home === undefined ? {} : { home }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(mode === undefined ? {} : { authority: { mode } }),
    record: 'off',
    sandbox: { inspectOnly: true },
  })
  const explanation = await drawbridge.explainSandbox({ role, ...(agent === undefined ? {} : { agent }) })
  if (flags.json === true) await output.write(`${JSON.stringify(explanation)}\n`)
  else await output.write(renderSandboxExplanation(explanation, output.columns, createStyle(output.colour)))
}
