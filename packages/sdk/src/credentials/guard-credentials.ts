import type { SessionPolicy } from '@drawbridge/core/policy'
import type { ProgramGrants } from '@drawbridge/tools'
import type { Configuration } from '../config/configuration.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import { agentsFolder } from '../virtual/agent-folder.ts'
import { type Credentials, openCredentials } from './open-credentials.ts'

export interface GuardedSources {
  readonly options: DrawbridgeOptions
  readonly home: OpenHome
  readonly configuration: Configuration | undefined
}

/** Opens the credentials of a Drawbridge. A program in a folder that tools may write never gets any. */
export async function guardCredentials({ options, home, configuration }: GuardedSources): Promise<Credentials> {
  const { workspace, secrets } = home
  const roots = [...(options.authority?.writeRoots ?? []), ...(configuration?.writeRoots ?? [])]
  const credentials = await openCredentials(options.tools?.credentialed ?? [], {
    untrusted: [workspace, agentsFolder(home.home), ...roots],
    stored: secrets.programs,
  })
  secrets.watch(() => void credentials.refresh?.().catch(() => undefined))
  return credentials
}

/** The same policy, which keeps `runtime.credentialed_exec` from runs that were granted none of the programs. */
export function hideUngranted(policy: SessionPolicy, grants: ProgramGrants): SessionPolicy {
  return {
    ...policy,
    forRun: (principal, options) => {
      const forRun = policy.forRun(principal, options)
      if (grants.of(principal).list().length > 0) return forRun
      return {
        ...forRun,
        hide: (tool) => (tool.name === 'runtime.credentialed_exec' ? ungranted : forRun.hide?.(tool)),
      }
    },
  }
}

const ungranted = {
  class: 'unavailable',
  reason: 'no program with credentials is granted to this agent and user',
  source: 'registry',
} as const
