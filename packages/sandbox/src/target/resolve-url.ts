import { type DeclaredTarget, failure } from '@drawbridge/core'
import type { TargetResolution } from '@drawbridge/core/target'

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['ws', 80],
  ['https', 443],
  ['wss', 443],
  ['ftp', 21],
  ['ssh', 22],
])

/** The host and port that a URL names. Whether they may be reached is for policy and the guarded client to say. */
export function resolveUrl({ url }: Extract<DeclaredTarget, { kind: 'url' }>): TargetResolution {
  const parsed = URL.parse(url)
  const scheme = parsed?.protocol.slice(0, -1) ?? ''
  const port = parsed?.port ? Number(parsed.port) : defaultPorts.get(scheme)
  if (parsed === null || parsed.hostname === '' || port === undefined) {
    return {
      status: 'failed',
      failure: failure(
        'invalid_target',
        `"${url}" is not a URL with a host. Write it in full, such as https://example.org/page.`,
      ),
    }
  }
  return { status: 'resolved', targets: [{ kind: 'host', scheme, host: parsed.hostname, port }] }
}
