import { createStyle } from '@drawbridge/room/text'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { simulatePolicy } from '@drawbridge/sdk/simulate'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { renderProblems } from '../policy/render-problems.ts'
import { renderSimulation } from './render-simulation.ts'

export interface SimulateFlags {
  readonly policy: string
  readonly session?: string
  readonly workspace?: string
  readonly home?: string
  readonly json?: boolean
}

/** Tries a policy against what is recorded and shows what it would change. */
export async function runSimulate(flags: SimulateFlags, { output, diagnostics }: Io): Promise<ExitCode> {
  const simulated = await simulatePolicy({
    file: flags.policy,
    home: resolveHome({ flag: flags.home }),
    workspace: resolveWorkspace(flags.workspace),
    session: flags.session,
  })
  if (simulated.status === 'faulty') {
    if (flags.json === true) await output.write(`${JSON.stringify({ problems: simulated.problems })}\n`)
    else await diagnostics.write(renderProblems(simulated.problems, [], createStyle(diagnostics.colour)))
    return exitCodes.failed
  }
  const { report, tornLines } = simulated
  if (flags.json === true) await output.write(`${JSON.stringify({ ...report, tornLines })}\n`)
  else await output.write(renderSimulation(report, createStyle(output.colour)))
  return exitCodes.ok
}
