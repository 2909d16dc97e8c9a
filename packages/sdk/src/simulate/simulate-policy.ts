import { DrawbridgeError } from '@drawbridge/core'
import type { SimulationReport } from '@drawbridge/core/replay'
import { builtInRegistry, checkPolicyFile } from '../config/check-policy-file.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { needRooms } from '../room/find-rooms.ts'
import { recordedLines } from '../store/recorded-lines.ts'
import { trialOf } from './trial-of.ts'

/** The options of `simulatePolicy`. */
export interface SimulatePolicyOptions {
  /** The configuration file to try, as the operator's. */
  readonly file: string
  /** The home whose sessions are read. Absolute. */
  readonly home: string
  /** The base of relative paths in rules. Absolute, real. */
  readonly workspace: string
  /** Default: every recorded session. */
  readonly session?: string | undefined
}

/** The result of a simulation. */
export type PolicySimulation =
  | { readonly status: 'simulated'; readonly report: SimulationReport; readonly tornLines: number }
  /** The file is not a valid policy. */
  | { readonly status: 'faulty'; readonly problems: readonly ConfigProblem[] }

/**
 * Tests a policy file against recorded sessions and finds the calls that would get another verdict. Nothing runs.
 * @throws DrawbridgeError `invalid_option` if there is no such session.
 */
export async function simulatePolicy(options: SimulatePolicyOptions): Promise<PolicySimulation> {
  const { file, home, workspace, session } = options
  const registry = await builtInRegistry(await needRooms({ home }))
  const checked = await checkPolicyFile(file, { workspace, registry })
  if (checked.status === 'faulty') return { status: 'faulty', problems: checked.problems }
  const trial = trialOf([checked.layer], { registry, workspace })
  if (trial.status === 'faulty') return trial
  const { simulation } = trial
  let lines = 0
  let tornLines = 0
  for await (const event of recordedLines({ home }, session)) {
    lines += 1
    if (event.type === 'torn') tornLines += 1
    else simulation.add(event)
  }
  if (session !== undefined && lines === 0)
    throw new DrawbridgeError(
      'invalid_option',
      `No session "${session}" is recorded. List the recorded ones with: drawbridge sessions`,
    )
  return { status: 'simulated', report: simulation.report(), tornLines }
}
