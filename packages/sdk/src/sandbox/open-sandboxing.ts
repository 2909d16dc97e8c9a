import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { type Cleanup, type Clock, createCleanup } from '@drawbridge/core/base'
import type { HostLists } from '@drawbridge/net'
import type { FilteredNetwork, SandboxBackend } from '@drawbridge/sandbox'
import { sandboxVerdict } from '@drawbridge/sandbox/machine'
import { createKeptSandboxes } from './kept-sandboxes.ts'
import { agentsOf, type SandboxPlan, type SandboxSources, sandboxPlan } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

interface ProxyOptions {
  /**
   * Lists that apply to all outgoing hosts in addition to the sandbox's own: denied hosts, and known internal hosts.
   */
  readonly hosts?: HostLists | undefined
  readonly clock: Clock
  /** Closes the proxy. */
  readonly cleanup: Cleanup
}

interface BackendPlaces {
  readonly home: string
  readonly userHome: string
  /** For what sandboxes keep between calls. */
  readonly folder: string
}

export interface OpenSandboxingOptions extends SandboxSources {
  readonly home: string
  readonly userHome: string
  readonly clock: Clock
  /** In place of the one that the plan names. */
  readonly backend?: SandboxBackend | undefined
  /** Host lists that apply regardless of a sandbox's own list. */
  readonly hosts?: HostLists | undefined
  /** Opens although something required is missing: for who only looks. Default false. */
  readonly inspectOnly?: boolean | undefined
}

/**
 * Opens the configured sandboxes. Rejects with `sandbox_unavailable` if this machine cannot provide a required one: then nothing
 * starts.
 */
export async function openSandboxing(options: OpenSandboxingOptions): Promise<Sandboxing> {
  const { home, clock, hosts, inspectOnly = false } = options
  await using cleanup = createCleanup()
  const plans = new Map<string | undefined, SandboxPlan>()
  const planFor = (agent: string | undefined): SandboxPlan => {
    const plan = plans.get(agent) ?? sandboxPlan(options, agent)
    plans.set(agent, plan)
    return plan
  }
  const folder = join(home, 'cache', 'sandbox')
  const backend = options.backend ?? cleanup.use(await createBackend(planFor(undefined), { ...options, folder }))
  const report = await backend.capabilities()
  const verdictFor: Sandboxing['verdictFor'] = (agent) => sandboxVerdict(planFor(agent), report)
  for (const agent of inspectOnly ? [] : [undefined, ...agentsOf(options)]) {
    const verdict = verdictFor(agent)
    const isWanted = planFor(agent).mode !== 'off'
    if (isWanted && verdict.kind === 'unavailable' && verdict.isRequired) throw requiredMissing(agent, verdict.reason)
  }
  const kept = cleanup.use(createKeptSandboxes({ backend, folder, clock, planFor, idleMs: planFor(undefined).idleMs }))
  // Leftovers of killed processes. A failure to remove them does not stop the start.
  await kept.prune().catch(() => undefined)
  const proxies = new Map<string, Promise<FilteredNetwork>>()
  const owned = cleanup.move()
  return {
    backend,
    report,
    planFor,
    verdictFor,
    placeFor: kept.placeFor,
    endSession: kept.endSession,
    prune: kept.prune,
    proxyFor: (allow) => {
      const name = JSON.stringify(allow)
      const opened = proxies.get(name) ?? openProxy(allow, { hosts, clock, cleanup: owned })
      proxies.set(name, opened)
      return opened
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

function requiredMissing(agent: string | undefined, reason: string): DrawbridgeError {
  const whose = agent === undefined ? '' : ` of the agent "${agent}"`
  return new DrawbridgeError(
    'sandbox_unavailable',
    `The configuration requires a sandbox${whose} that is not available. ${reason} Fix that, or remove it from "required" ("drawbridge doctor" and "drawbridge sandbox explain" say more).`,
  )
}

/** The backend that a plan names. The other one is not loaded. */
async function createBackend(
  { settings, image, socket, idleMs }: SandboxPlan,
  { home, userHome, folder }: BackendPlaces,
): Promise<SandboxBackend> {
  if (settings.backend === 'bubblewrap') {
    const { createBubblewrapBackend } = await import('@drawbridge/sandbox/bubblewrap')
    return createBubblewrapBackend({ scratch: folder, userHome, idleMs })
  }
  const { createDockerBackend } = await import('@drawbridge/sandbox/docker')
  const stateFolder = join(folder, 'docker')
  return createDockerBackend({ home, userHome, stateFolder, image, socket, idleMs, scope: settings.scope })
}

/** Opens the way out for programs of sandboxes that may reach these hosts and no others. */
async function openProxy(allow: readonly string[], { hosts, clock, cleanup }: ProxyOptions): Promise<FilteredNetwork> {
  const { createFilteredNetwork } = await import('@drawbridge/sandbox/network')
  return cleanup.use(await createFilteredNetwork({ hosts: { ...hosts, allowHosts: allow }, clock }))
}
