import { defined, systemClock } from '@drawbridge/core/base'
import type { CapabilityReport, SandboxBackend } from '@drawbridge/sandbox'
import { type SandboxVerdict, sandboxVerdict } from '@drawbridge/sandbox/machine'
import type { Configuration } from '../config/configuration.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { openSandboxing } from './open-sandboxing.ts'
import { agentsOf, sandboxPlan } from './sandbox-plan.ts'

export interface ExamineSandboxOptions {
  readonly home: string
  /** Undefined if there is none, or if it cannot be read. */
  readonly configuration: Configuration | undefined
}

/** One backend's capabilities on this machine, and the effect on calls that are configured to run in it. */
export interface ExaminedSandbox {
  readonly report: CapabilityReport
  /** The worst among all agents; undefined if no calls run in it. */
  readonly verdict: SandboxVerdict | undefined
}

const badness = { sandbox: 0, host: 1, unavailable: 2 } as const satisfies Record<SandboxVerdict['kind'], number>

/** Looks at a backend whether or not it is configured. Leaves nothing behind. */
export async function examineSandbox(
  kind: SandboxBackend['kind'],
  { home, configuration }: ExamineSandboxOptions,
): Promise<ExaminedSandbox> {
  const layers = configuration?.layers ?? []
  const plans = [undefined, ...agentsOf({ layers })].map((agent) => sandboxPlan({ layers }, agent))
  const wanted = plans.filter(({ mode, settings }) => mode !== 'off' && settings.backend === kind)
  const { image, socket } = plans[0] ?? {}
  const option = {
    backend: kind,
    ...defined({ image, socket }),
  }
  await using sandboxing = await openSandboxing({
    home,
    option,
    userHome: realUserHome(),
    clock: systemClock,
    inspectOnly: true,
  })
  const verdicts = wanted.map((plan) => sandboxVerdict(plan, sandboxing.report))
  return {
    report: sandboxing.report,
    verdict: verdicts.toSorted((one, other) => badness[other.kind] - badness[one.kind])[0],
  }
}
