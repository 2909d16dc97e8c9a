import type { DeferredTool } from '@drawbridge/core/registry'
import type { GuardedClient, HostLists } from '@drawbridge/net'
import { createWebTools } from '@drawbridge/tools'
import type { WebOptions } from './web-options.ts'

/**
 * The web tools on a guarded client that is made at the first call, so that other calls load no web code. Host lists are read
 * at once: throws `HostPatternError` for an entry that could never match.
 */
export async function openWebTools({ hosts, search, userAgent }: WebOptions = {}): Promise<readonly DeferredTool[]> {
  const opened = hosts === undefined ? undefined : await openClient(hosts)
  let pending: Promise<GuardedClient> | undefined
  const client = (): GuardedClient | Promise<GuardedClient> => {
    pending ??= opened === undefined ? openClient() : Promise.resolve(opened)
    return pending
  }
  return createWebTools({
    client,
    ...(search === undefined ? {} : { search }),
    ...(userAgent === undefined ? {} : { userAgent }),
  })
}

async function openClient(hosts?: HostLists): Promise<GuardedClient> {
  const { createGuardedClient, createHostPolicy } = await import('@drawbridge/net')
  return createGuardedClient({ policy: createHostPolicy(hosts) })
}
