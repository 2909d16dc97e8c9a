import type { CapabilityReport, SandboxCapability } from '../backend/sandbox-backend.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

/** The decision for calls that should run in a sandbox. */
export type SandboxVerdict =
  | { readonly kind: 'sandbox' }
  /** No sandbox is available, and the operator lets calls run without one. */
  | { readonly kind: 'host'; readonly reason: string }
  /** No sandbox is available, so calls do not run. `isRequired`: nothing starts at all. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isRequired: boolean }

export interface SandboxWish {
  readonly settings: SandboxSettings
  readonly required: readonly SandboxCapability[]
  readonly fallback?: 'host' | undefined
}

/** Decides once which of the wanted isolation a machine can provide. Required isolation is never left out. Pure. */
export function sandboxVerdict(wish: SandboxWish, report: CapabilityReport): SandboxVerdict {
  const isFiltered = typeof wish.settings.network === 'object' && report.net.held
  return verdictOn(wish, isFiltered ? { ...report, net: report['net-hosts'] ?? report.net } : report)
}

function verdictOn(wish: SandboxWish, report: CapabilityReport): SandboxVerdict {
  const missing = [...needs(wish)].filter((capability) => !report[capability].held)
  if (missing.length === 0) return { kind: 'sandbox' }
  const { backend } = wish.settings
  const reason = `${backend} cannot enforce ${missing.join(', ')} here: ${reasonsOf(missing, report)}`
  const isRequired = missing.some((capability) => wish.required.includes(capability))
  if (!isRequired && wish.fallback === 'host') return { kind: 'host', reason }
  return { kind: 'unavailable', reason, isRequired }
}

/**
 * Returns the required capabilities, and those without which there would be no isolation or a configured limit would
 * not apply.
 */
function needs({ required, settings: { network, limits } }: SandboxWish): ReadonlySet<SandboxCapability> {
  return new Set<SandboxCapability>([
    ...required,
    'fs-read',
    'fs-write',
    ...(network === 'host' ? [] : ['net' as const]),
    ...(limits.memoryBytes === undefined ? [] : ['memory' as const]),
    ...(limits.processes === undefined ? [] : ['pids' as const]),
  ])
}

/** Each reason once: a missing program is the reason for all of them. */
function reasonsOf(missing: readonly SandboxCapability[], report: CapabilityReport): string {
  const reasons = missing.flatMap((capability) => {
    const state = report[capability]
    return state.held ? [] : [state.reason]
  })
  return [...new Set(reasons)].join(' ')
}
