import { expect } from 'vitest'
import { openSupervisor } from '../../../teams/src/dispatch/open-supervisor.ts'
import type { AgentHouse } from './agent-house.ts'

/** Lets the teams of a house work until nothing is left to do. Expects that nothing failed. */
export async function superviseOnce({ drawbridge, runner }: AgentHouse): Promise<void> {
  const errors: string[] = []
  const onError = (message: string) => void errors.push(message)
  await using supervisor = await openSupervisor(drawbridge.house, undefined, { runner, onError })
  await supervisor.look()
  await supervisor.idle()
  expect(errors).toEqual([])
}
