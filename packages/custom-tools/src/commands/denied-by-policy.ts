import type { CommandInvocation } from '@drawbridge/room'
import type { RefuseTool } from '../stored/custom-tools.ts'

/** Says which deny list of the policy names a tool, so that nobody adds one that no agent is ever offered. */
export async function deniedByPolicy({ openHouse }: Pick<CommandInvocation, 'openHouse'>): Promise<RefuseTool> {
  const policy = (await openHouse()).policy.current()
  return (name, { description, permission, tags, agent_id: agent }) => {
    const tool = { name, description, permission, tags, origin: 'custom' } as const
    const denial = policy.denial(tool, { role: 'main', ...(agent === undefined ? {} : { agent }) }, {})
    if (denial === undefined) return undefined
    return `${denial.reason} (${denial.source}), so no agent would have it. Choose another name, or change that list.`
  }
}
