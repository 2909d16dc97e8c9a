import type { VirtualTree } from '@drawbridge/core/virtual'
import { type Boundaries, type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { createVirtualPlaces, type VirtualPlaces } from './virtual-places.ts'

/** A workspace with a virtual tree in it: what resolver and machine of one run have to agree on. */
export interface VirtualScene {
  readonly tree: VirtualTree
  readonly places: VirtualPlaces
  /** Give this to the resolver and the machine beneath. */
  readonly probe: LinkProbe
  /** The disk as it is, under virtual names too. */
  readonly disk: LinkProbe
  /** The boundaries for file tools, including virtual files. */
  readonly open: Boundaries
  /** The same without them. */
  readonly closed: Boundaries
  /** Give these to the machine beneath, so that it touches nothing on the disk that goes by the name of a virtual file. */
  readonly machineOptions: BoundaryOptions
}

/** Throws `invalid_option` if a folder of the options cannot be resolved. */
export function createVirtualScene(
  options: BoundaryOptions,
  tree: VirtualTree,
  disk: LinkProbe = systemLinkProbe,
): VirtualScene {
  const { workspace } = createBoundaries(options, disk)
  const places = createVirtualPlaces(workspace, tree)
  const probe = createVirtualProbe(places, disk)
  const isVirtual = (real: string): boolean => places.locate(real) !== undefined
  const machineOptions = { ...options, workspace, closed: isVirtual }
  return {
    tree,
    places,
    probe,
    disk,
    open: createBoundaries({ ...options, workspace }, probe),
    closed: createBoundaries(machineOptions, probe),
    machineOptions,
  }
}

/**
 * Checks the disk, except for virtual paths: a path through one is only a name, and no link with that name is followed.
 */
function createVirtualProbe({ locate }: VirtualPlaces, probe: LinkProbe): LinkProbe {
  const { spelling } = probe
  return {
    inspect: (path) => (locate(path) === undefined ? probe.inspect(path) : { kind: 'missing' }),
    ...(spelling === undefined
      ? {}
      : { spelling: (path: string) => (locate(path) === undefined ? spelling(path) : path) }),
  }
}
