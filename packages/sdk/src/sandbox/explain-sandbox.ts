import type { Principal } from '@drawbridge/core'
import type { IdSource } from '@drawbridge/core/base'
import type { Role, SessionPolicy } from '@drawbridge/core/policy'
import type { CapabilityReport, SandboxCapability } from '@drawbridge/sandbox'
import type { OpenPlace } from '../workspace/create-execution-site.ts'
import type { SiteFor } from '../workspace/execution-site.ts'
import type { Places } from '../workspace/open-places.ts'
import { isSandboxed, type SandboxPlan } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

/** The place where a caller's calls run, and the reason. */
export interface SandboxExplanation {
  readonly role: Role
  readonly agent: string | null
  readonly mode: SandboxPlan['mode']
  /** `none`: such calls do not run at all. */
  readonly runs_in: 'host' | 'bubblewrap' | 'docker' | 'none'
  /** A sentence. */
  readonly why: string
  readonly required: readonly SandboxCapability[]
  /** Null if no sandbox is configured. */
  readonly backend: 'bubblewrap' | 'docker' | null
  readonly scope: 'session' | 'agent' | 'shared' | null
  readonly capabilities: CapabilityReport | null
  /** A description of a program's view, line by line. Empty outside a sandbox. */
  readonly profile: readonly string[]
}

interface ExplainSandboxOptions {
  readonly sandboxing: Sandboxing | undefined
  readonly placeFor: SiteFor | undefined
  readonly principal: Principal
  readonly readsOnly: boolean
}

export interface ExplainedHouse {
  readonly places: Pick<Places, 'sandboxing'>
  /** The place of the workspace. */
  readonly place: OpenPlace
  readonly policy: SessionPolicy
  readonly ids: IdSource
}

/** Returns where the calls of a run would run, in a session of its own that leaves nothing behind. */
export async function explainSandboxOf(
  { role, agent }: { readonly role: Role; readonly agent: string | undefined },
  { places: { sandboxing }, place: { placeFor }, policy, ids }: ExplainedHouse,
): Promise<SandboxExplanation> {
  const session = ids.next('session')
  const principal = { role, session, run: session, parents: [], ...(agent === undefined ? {} : { agent }) }
  try {
    return await explainSandbox({ sandboxing, placeFor, principal, readsOnly: policy.readsOnly({}) })
  } finally {
    await sandboxing?.endSession(session)
  }
}

/** Asks those who decide when calls are made. Starts no program. */
async function explainSandbox(options: ExplainSandboxOptions): Promise<SandboxExplanation> {
  const { sandboxing, placeFor, principal, readsOnly } = options
  const { role, agent } = principal
  const who = { role, agent: agent ?? null }
  if (sandboxing === undefined) {
    const why =
      'No sandbox is configured: commands run on this machine, as its user ("sandbox": { "mode": "all" } changes that).'
    return { ...who, ...nowhere, mode: 'off', runs_in: 'host', why }
  }
  const plan = sandboxing.planFor(agent)
  const { mode, required, settings } = plan
  const { backend, scope } = settings
  const facts = { ...who, mode, required, backend, scope, capabilities: sandboxing.report }
  if (!isSandboxed(plan, principal)) {
    const why =
      mode === 'off' ? 'The mode of its agent is "off".' : 'The mode is "non-main", and this is the role "main".'
    return { ...facts, runs_in: 'host', why, profile: [] }
  }
  const verdict = sandboxing.verdictFor(agent)
  switch (verdict.kind) {
    case 'host':
      return { ...facts, runs_in: 'host', why: `"fallback" is "host", and ${verdict.reason}`, profile: [] }
    case 'unavailable':
      return { ...facts, runs_in: 'none', why: verdict.reason, profile: [] }
    case 'sandbox': {
      const profile = (await placeFor?.(principal, { readsOnly })?.describe?.()) ?? []
      return {
        ...facts,
        runs_in: backend,
        why: `The mode is "${mode}", and ${backend} enforces everything that is needed.`,
        profile,
      }
    }
  }
}

const nowhere = { required: [], backend: null, scope: null, capabilities: null, profile: [] } as const
