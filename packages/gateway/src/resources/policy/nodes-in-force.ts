import type { Gateway } from '../../server/gateway.ts'
import { deadAfterMs } from '../../server/node-registry.ts'

/** Says which living nodes have the policy of this one in force. */
export async function nodesInForce({ nodes, node }: Pick<Gateway, 'nodes' | 'node'>) {
  const alive = (await nodes.list()).filter(({ silentMs }) => silentMs <= deadAfterMs)
  const own = alive.find(({ id }) => id === node)
  const hasIt = ({ policy, policyProblem }: (typeof alive)[number]) =>
    policy === own?.policy && policyProblem === undefined
  return {
    inForce: alive.filter(hasIt).map(({ id }) => id),
    waiting: alive
      .filter((each) => !hasIt(each))
      .map(({ id, policyProblem }) => ({ id, problem: policyProblem ?? null })),
  }
}

const askEveryMs = 100
const longestWaitMs = 3_000

/** Waits a little until all living nodes have the policy in force, and says which do not. */
export async function waitForNodes(gateway: Gateway) {
  const until = gateway.clock.now() + longestWaitMs
  for (;;) {
    const state = await nodesInForce(gateway)
    if (state.waiting.length === 0 || gateway.clock.now() >= until) return state
    await new Promise<void>((resolve) => void gateway.clock.after(askEveryMs, resolve))
  }
}
