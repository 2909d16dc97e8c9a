import { type HostPolicy, matchesAnyHost } from '../host/host-policy.ts'
import { isMetadataName, localNameReason } from '../host/local-name.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'
import type { UrlTarget } from '../url/read-url.ts'

/** Judges the host by its spelling and the operator's lists alone. */
export function judgeHost({ hostname, literal }: UrlTarget, policy: HostPolicy): Refusal | undefined {
  const shown = quote(hostname)
  if (isMetadataName(hostname)) return refuse('metadata_host', `${shown} serves a cloud's instance metadata.`)
  if (matchesAnyHost(policy.deny, hostname)) return refuse('denied_host', `${shown} is on the list denyHosts.`)
  if (policy.allow !== undefined && !matchesAnyHost(policy.allow, hostname)) {
    return refuse('host_not_allowed', `${shown} is not on the list allowHosts.`)
  }
  if (literal || matchesAnyHost(policy.internal, hostname)) return undefined
  const local = localNameReason(hostname)
  if (local === undefined) return undefined
  return refuse('local_name', `${shown}: ${local}. An operator can name it in internalHosts.`)
}
