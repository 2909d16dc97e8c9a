import { DrawbridgeError } from '@drawbridge/core'
import type { AgentRunner } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import { createOutbox } from '@drawbridge/store/jobs'
import type { TeamsSection } from '../section.ts'
import { teamsService } from '../teams-service.ts'
import { type Supervisor, startSupervisor } from './start-supervisor.ts'
import { teamHands } from './team-hands.ts'

/** The options of a supervisor. */
export interface SupervisorOptions {
  /** Runs the agents. Default: the runner of the house. */
  readonly runner?: AgentRunner
  /** Receives what failed although nobody waits for it. Default: nobody. */
  onError?(message: string): void
}

/**
 * Starts a supervisor of the teams of a house. It runs until it is disposed of.
 * @throws DrawbridgeError `invalid_option` if the house has no database, or no room that runs agents.
 */
export async function openSupervisor(
  house: House,
  section: TeamsSection | undefined,
  { runner: given, onError = () => undefined }: SupervisorOptions = {},
): Promise<Supervisor> {
  const database = await house.database.obtain()
  const runner = given ?? (await house.service('agentRunner'))
  if (runner === undefined) {
    throw new DrawbridgeError('invalid_option', 'No room runs agents. Add the room of `@drawbridge/agents`.')
  }
  const { clock, home, ids } = house
  const service = teamsService(house, section)
  const hands = teamHands({ service: house.service, home, ids, clock, runner }, database, service)
  const outbox = createOutbox(database, { clock })
  const standing = await house.service('userStanding')
  const isOut = (user: string) => standing?.isOut(user) ?? Promise.resolve(false)
  return startSupervisor({ database, clock, service, outbox, hands, isOut, onError })
}
