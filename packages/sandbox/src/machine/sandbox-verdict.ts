import type { Capability, CapabilityReport } from '../backend/sandbox-backend.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

/** What becomes of calls that are to run in a sandbox. */
export type SandboxVerdict =
  | { readonly kind: 'sandbox' }
  /** There is none, and its operator lets them run without. */
  | { readonly kind: 'host'; readonly reason: string }
  /** There is none, and so they do not run. `isRequired`: nor does anything start. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isRequired: boolean }

export interface SandboxWish {
  readonly settings: SandboxSettings
  readonly required: readonly Capability[]
  readonly fallback?: 'host' | undefined
}

/** Decides once what a machine can hold of what is wanted. What is required is never done without. Pure. */
export function sandboxVerdict(wish: SandboxWish, report: CapabilityReport): SandboxVerdict {
  const { backend, network } = wish.settings
  const known = backend === 'docker' && typeof network === 'object' ? { ...report, net: unfiltered } : report
  return verdictOn(wish, known)
}

/** The engine's interface gives no way from a container's own network to a proxy of ours. */
const unfiltered = {
  held: false,
  reason:
    'Containers cannot be let through to single hosts. Set "network" to "none" or "host", or "backend" to "bubblewrap".',
} as const

function verdictOn(wish: SandboxWish, report: CapabilityReport): SandboxVerdict {
  const missing = [...needs(wish)].filter((capability) => !report[capability].held)
  if (missing.length === 0) return { kind: 'sandbox' }
  const { backend } = wish.settings
  const reason = `${backend} cannot hold ${missing.join(', ')} here: ${reasonsOf(missing, report)}`
  const isRequired = missing.some((capability) => wish.required.includes(capability))
  if (!isRequired && wish.fallback === 'host') return { kind: 'host', reason }
  return { kind: 'unavailable', reason, isRequired }
}

/** What is required, and without which there would be no wall, or a limit that was set would not hold. */
function needs({ required, settings: { network, limits } }: SandboxWish): ReadonlySet<Capability> {
  return new Set<Capability>([
    ...required,
    'fs-read',
    'fs-write',
    ...(network === 'host' ? [] : ['net' as const]),
    ...(limits.memoryBytes === undefined ? [] : ['memory' as const]),
    ...(limits.processes === undefined ? [] : ['pids' as const]),
  ])
}

/** Each reason once: a missing program is the reason for all of them. */
function reasonsOf(missing: readonly Capability[], report: CapabilityReport): string {
  const reasons = missing.flatMap((capability) => {
    const state = report[capability]
    return state.held ? [] : [state.reason]
  })
  return [...new Set(reasons)].join(' ')
}
