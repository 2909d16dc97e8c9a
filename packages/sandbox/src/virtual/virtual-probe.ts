import type { LinkProbe } from '../path/link-probe.ts'
import type { VirtualPlaces } from './virtual-places.ts'

/**
 * Checks the disk, except for virtual paths: a path through one is only a name, and no link with that name is followed.
 */
export function createVirtualProbe({ locate }: VirtualPlaces, probe: LinkProbe): LinkProbe {
  const { spelling } = probe
  return {
    inspect: (path) => (locate(path) === undefined ? probe.inspect(path) : { kind: 'missing' }),
    ...(spelling === undefined
      ? {}
      : { spelling: (path: string) => (locate(path) === undefined ? spelling(path) : path) }),
  }
}
