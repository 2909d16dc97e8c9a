import type { AgentSandboxSection, SandboxSection } from '@drawbridge/sandbox/configuration'

type Network = NonNullable<SandboxSection['network']>

const modes = ['off', 'non-main', 'all'] as const
const accesses = ['write', 'read', 'none'] as const
const limits = ['memoryMb', 'cpus', 'processes', 'openFiles'] as const

/** Returns the stricter value of each setting; for settings without an order, that of the first. Pure. */
export function narrowest(base: SandboxSection, other: SandboxSection): SandboxSection {
  const lowest = (key: (typeof limits)[number]) => {
    const values = [base[key], other[key]].filter((value) => value !== undefined)
    return values.length === 0 ? {} : { [key]: Math.min(...values) }
  }
  return {
    ...base,
    mode: later(modes, base.mode, other.mode),
    required: [...(base.required ?? []), ...(other.required ?? [])],
    workspace: later(accesses, base.workspace, other.workspace),
    network: narrowerNetwork(base.network ?? 'none', other.network),
    ...Object.assign({}, ...limits.map(lowest)),
  }
}

/**
 * The same, for the settings of an agent's definition. A network that it names for its sandbox is narrower than that of the machine, which
 * its calls would have without a sandbox.
 */
export function narrowestForAgent(base: SandboxSection, own: AgentSandboxSection): SandboxSection {
  const isOpen = base.network === undefined && (base.mode ?? 'off') === 'off' && own.network !== undefined
  return narrowest(isOpen ? { ...base, network: 'host' } : base, own)
}

/** Returns the value that is later in a list from the widest to the narrowest; the first of the list if no value is given. */
function later<Value extends string>(order: readonly Value[], ...values: readonly (Value | undefined)[]): Value {
  const places = values.flatMap((value) => (value === undefined ? [] : [order.indexOf(value)]))
  return order[Math.max(0, ...places)] as Value
}

function narrowerNetwork(base: Network, other: Network | undefined): Network {
  if (other === undefined || other === 'host' || base === 'none') return base
  if (base === 'host' || other === 'none') return other
  const allow = other.allow.filter((host) => isAmong(host, base.allow))
  return allow.length === 0 ? 'none' : { allow }
}

/** Returns true if a list allows a host: by its name, or by a pattern that covers it. */
function isAmong(host: string, allowed: readonly string[]): boolean {
  const name = host.toLowerCase()
  return allowed.some((pattern) => {
    const wide = pattern.toLowerCase()
    return wide === name || wide === '*' || (wide.startsWith('*.') && name.endsWith(wide.slice(1)))
  })
}
