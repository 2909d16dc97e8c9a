import type { Principal } from '@drawbridge/core'
import type { PathTarget } from '@drawbridge/core/target'
import type { VirtualTree } from '@drawbridge/core/virtual'
import type { LazyAgents } from './lazy-agents.ts'
import type { StoredAgent } from './stored-agent.ts'

/** Returns the current content of a call's virtual target; undefined if there is none. */
export type VirtualReader = (
  target: Pick<PathTarget, 'real'>,
  caller: Pick<Principal, 'agent' | 'user'>,
) => Promise<Uint8Array | undefined>

/** For those who show what a call would change before they allow it. */
export function createVirtualReader(
  agents: Pick<LazyAgents, 'need'>,
  treeOf: (kept: StoredAgent) => Promise<VirtualTree>,
): VirtualReader {
  return async ({ real }, { agent, user }) => {
    if (agent === undefined) return undefined
    const kept = await agents.need({ agent, user })
    if (!real.startsWith(`${kept.workspace}/`)) return undefined
    const content = await (await treeOf(kept)).read(real.slice(kept.workspace.length + 1))
    return content === undefined ? undefined : Buffer.from(content.text)
  }
}
