import { DrawbridgeError } from '@drawbridge/core'

export interface EngineSocketOptions {
  /** Path of a Unix socket, or such a path as `unix://` address. Goes before everything else. */
  readonly socket?: string | undefined
  /** The source of `DOCKER_HOST` and `XDG_RUNTIME_DIR`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly exists: (path: string) => boolean
}

const dockerSocket = '/var/run/docker.sock'

/**
 * Returns the Unix socket of the machine's container engine: the operator's, that of `DOCKER_HOST`, Docker's, or
 * Podman's; the first one if none exists. Throws `invalid_option` for any other kind of address: an eavesdropper on the
 * network would be root on this machine.
 */
export function findEngineSocket({ socket, environment, exists }: EngineSocketOptions): string {
  const named = socket ?? environment.DOCKER_HOST
  if (named !== undefined && named !== '') return pathOf(named, socket === undefined ? 'DOCKER_HOST' : 'socket')
  const runtime = environment.XDG_RUNTIME_DIR
  const own = runtime === undefined ? [] : [`${runtime}/docker.sock`, `${runtime}/podman/podman.sock`]
  return [dockerSocket, ...own, '/run/podman/podman.sock'].find(exists) ?? dockerSocket
}

function pathOf(address: string, source: string): string {
  const path = address.startsWith('unix://') ? address.slice('unix://'.length) : address
  if (path.startsWith('/')) return path
  throw new DrawbridgeError(
    'invalid_option',
    `The engine address "${address}" (${source}) is not a Unix socket. Give its path, such as "unix://${dockerSocket}".`,
  )
}
