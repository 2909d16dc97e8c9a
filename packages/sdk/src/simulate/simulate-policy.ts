import { DrawbridgeError, type Principal } from '@drawbridge/core'
import type { Authority } from '@drawbridge/core/policy'
import { createSimulation, type SimulationReport } from '@drawbridge/core/replay'
import * as analyser from '@drawbridge/shell'
import { builtInRegistry, checkPolicyFile } from '../config/check-policy-file.ts'
import { flowSettings } from '../config/combine-layers.ts'
import { compileConfiguration } from '../config/compile-configuration.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { createSessionPolicy } from '../policy/session-policy.ts'
import { needRooms } from '../room/find-rooms.ts'
import { recordedLines } from '../store/recorded-lines.ts'

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
  const userHome = realUserHome()
  const compiled = compileConfiguration([checked.layer], { tools: registry.list(), workspace, userHome })
  if (compiled.status === 'refused') return { status: 'faulty', problems: compiled.problems }

  const tools = new Map(registry.list().map((tool) => [tool.name, tool]))
  const policy = createSessionPolicy(compiled.policy, registry)
  const authorities = new Map<string, Authority>()
  const authority = (principal: Principal): Authority => {
    const { agent = '', role } = principal
    const key = `${agent}\n${role}`
    const made = authorities.get(key) ?? policy.forRun(principal, {}).authority
    authorities.set(key, made)
    return made
  }
  const simulation = createSimulation({
    authority,
    findTool: (name) => tools.get(name),
    flow: flowSettings([checked.layer]).mode,
    workspace,
    userHome,
    analyser,
  })
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
