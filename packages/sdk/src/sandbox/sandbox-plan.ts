import type { Principal } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { ProgramSandbox } from '@drawbridge/room'
import type { SandboxCapability } from '@drawbridge/sandbox'
import type { AgentSandboxSection, SandboxSection } from '@drawbridge/sandbox/configuration'
import type { SandboxSettings } from '@drawbridge/sandbox/machine'
import type { ConfigLayer } from '../config/config-layer.ts'
import type { DrawbridgeConfig } from '../config/sections.ts'
import { narrowest, narrowestForAgent } from './narrowest.ts'

/** The sandbox configuration for one agent, with all defaults filled in. */
export interface SandboxPlan {
  readonly mode: 'off' | 'non-main' | 'all'
  /** Capabilities without which nothing runs. */
  readonly required: readonly SandboxCapability[]
  readonly fallback?: 'host'
  readonly image?: string
  readonly socket?: string
  readonly idleMs: number
  readonly settings: SandboxSettings
}

/** The parts of the configuration that concern sandboxes. */
export interface SandboxSources {
  /** Overrides the operator's file. `false`: no sandbox, whatever files say. */
  readonly option?: SandboxSection | false | undefined
  readonly layers?: readonly ConfigLayer[] | undefined
}

/**
 * The plan for an agent: what the operator says of it, else of all, and never more than its definition and the project's file leave.
 * Pure.
 */
export function sandboxPlan({ option, layers = [] }: SandboxSources, agent?: string | undefined): SandboxPlan {
  if (option === false) return planOf({ mode: 'off' })
  const operators = layers.filter(({ kind }) => kind === 'operator').map(({ config }) => config)
  const projects = layers.filter(({ kind }) => kind === 'project').map(({ config }) => config)
  const general = option ?? Object.assign({}, ...operators.map(({ sandbox }) => sandbox))
  const ofAgent = ({ agents = {} }: DrawbridgeConfig) =>
    agent === undefined || !Object.hasOwn(agents, agent) ? [] : (agents[agent]?.sandbox ?? [])
  const own = operators.flatMap(ofAgent).reduce(over, general)
  // A project's file says nothing of an agent's sandbox: these are definitions.
  const defined = projects.flatMap(ofAgent).reduce(narrowestForAgent, own)
  return planOf(projects.flatMap(({ sandbox }) => sandbox ?? []).reduce(narrowest, defined))
}

function over(general: SandboxSection, own: AgentSandboxSection): SandboxSection {
  return { ...general, ...own, required: [...(general.required ?? []), ...(own.required ?? [])] }
}

function planOf(section: SandboxSection): SandboxPlan {
  const { mode = 'off', required = [], backend = 'bubblewrap', workspace = 'write', network = 'none' } = section
  const { fallback, image, socket, idleHours = 24, scope = 'session', memoryMb, cpus, processes, openFiles } = section
  return {
    mode,
    required: [...new Set(required)],
    ...defined({ fallback, image, socket }),
    idleMs: idleHours * 3_600_000,
    settings: {
      backend,
      workspace,
      network,
      scope,
      limits: {
        ...(memoryMb === undefined ? {} : { memoryBytes: memoryMb * 1024 * 1024 }),
        ...defined({ cpus, processes, openFiles }),
      },
    },
  }
}

/** The ways in which a run is started without a person who watches it, whatever its role is. */
const unwatched: ReadonlySet<Principal['via']> = new Set(['delegation', 'team', 'cron', 'heartbeat'])

/** Returns true if the calls of a run go into a sandbox. Pure. */
export function isSandboxed(
  { mode }: Pick<SandboxPlan, 'mode'>,
  { role, via }: Pick<Principal, 'role' | 'via'>,
): boolean {
  return mode === 'all' || (mode === 'non-main' && (role !== 'main' || unwatched.has(via)))
}

/** Returns true if any calls may run in a sandbox. Otherwise none of this has to be loaded. */
export function wantsSandbox(sources: SandboxSources): boolean {
  return [undefined, ...agentsOf(sources)].some((agent) => sandboxPlan(sources, agent).mode !== 'off')
}

/** Returns the sandbox of the programs of rooms that name none of their own: that of calls, if all calls run in one. Pure. */
export function sandboxOfPrograms(sources: SandboxSources): ProgramSandbox | undefined {
  const { mode, settings } = sandboxPlan(sources)
  return mode === 'all' ? { network: settings.network, limits: settings.limits } : undefined
}

/** The agents of which something is configured. */
export function agentsOf({ layers = [] }: SandboxSources): readonly string[] {
  return [...new Set(layers.flatMap(({ config }) => Object.keys(config.agents ?? {})))]
}
