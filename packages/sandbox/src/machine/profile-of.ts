import { basename, dirname } from 'node:path/posix'
import { isWithin } from '@drawbridge/core/base'
import { isLoginFile } from '@drawbridge/core/machine'
import type { PathDenials } from '@drawbridge/core/target'
import type { FilteredNetwork, SandboxMount, SandboxNetwork, SandboxProfile } from '../backend/sandbox-profile.ts'
import type { Boundaries } from '../path/boundaries.ts'
import { protectedBelow } from '../path/protected-write.ts'
import { insidePlaces } from './inside-places.ts'
import { noRepositoryPlaces, type RepositoryPlaces } from './repository-places.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import type { Survey } from './survey-folders.ts'

export interface ProfileRequest {
  readonly key: string
  readonly settings: SandboxSettings
  readonly boundaries: Pick<Boundaries, 'workspace' | 'readRoots' | 'writeRoots' | 'home' | 'denied'>
  /** The folder of this machine that is `/tmp` inside. Default: the backend keeps one itself. */
  readonly temporary?: string | undefined
  /** True if the run only reads, as in plan mode. */
  readonly readsOnly: boolean
  readonly survey: Pick<Survey, 'masked' | 'readOnly'>
  /** Paths that rules deny to the call. A root that is denied as a whole cannot be written. */
  readonly denials?: PathDenials | undefined
  /** The places that git needs elsewhere for the workspace. Default: none. */
  readonly repository?: RepositoryPlaces | undefined
  /** The connection to the proxy; required if the settings name hosts. */
  readonly proxy?: FilteredNetwork | undefined
}

/**
 * Returns the places that a sandbox shows, hides and protects, and its limits, for one call. Pure: the survey contains
 * the state of the disk.
 */
export function profileOf(request: ProfileRequest): SandboxProfile {
  const { key, settings, boundaries, temporary, survey, repository = noRepositoryPlaces } = request
  const { workspace, home, denied } = boundaries
  const access = settings.workspace === 'write' && !isWritable(workspace, request) ? 'read' : settings.workspace
  const own = mountsOf(request)
  const mounts = [...own, ...repository.mounts]
  const roots = [...(access === 'write' ? [workspace] : []), ...written(own)]
  const writable = [...roots, ...written(repository.mounts)]
  return {
    key,
    workspace: { host: workspace, inside: insidePlaces(settings.backend, boundaries).workspace, access },
    mounts: temporary === undefined ? mounts : [...mounts, { host: temporary, inside: '/tmp', access: 'write' }],
    masked: [...new Set([...(home === undefined ? [] : [home]), ...denied, ...survey.masked])],
    readOnly: [
      ...new Set([...roots.flatMap((root) => protectedIn(root, survey)), ...survey.readOnly, ...repository.readOnly]),
    ].filter((path) => writable.some((root) => isWithin(root, path))),
    ...(repository.sealed.length > 0 ? { sealed: repository.sealed } : {}),
    network: networkOf(request),
    limits: settings.limits,
  }
}

function written(mounts: readonly SandboxMount[]): readonly string[] {
  return mounts.filter(({ access }) => access === 'write').map(({ host }) => host)
}

function protectedIn(root: string, { readOnly }: ProfileRequest['survey']): readonly string[] {
  const isHome = readOnly.some((path) => dirname(path) === root && isLoginFile(basename(path)))
  return protectedBelow(root, { isHome })
}

/** For a root inside another root the outer one decides, as for file tools: a writable path is also readable. */
function mountsOf(request: ProfileRequest): readonly SandboxMount[] {
  const { workspace, readRoots, writeRoots } = request.boundaries
  const isCovered = (root: string, by: readonly string[]) => by.some((other) => isWithin(other, root))
  const written = writeRoots.filter((root, index) => !isCovered(root, [workspace, ...without(writeRoots, index)]))
  const read = readRoots.filter((root, index) => {
    return !isCovered(root, [workspace, ...writeRoots, ...without(readRoots, index)])
  })
  return [
    ...read.map((host): SandboxMount => ({ host, inside: host, access: 'read' })),
    ...written.map(
      (host): SandboxMount => ({ host, inside: host, access: isWritable(host, request) ? 'write' : 'read' }),
    ),
  ]
}

function isWritable(root: string, { readsOnly, denials }: ProfileRequest): boolean {
  return !readsOnly && denials?.find(root, 'write', 'delete') === undefined
}

/** The others: of two equal ones the first stays. */
function without(roots: readonly string[], index: number): readonly string[] {
  return roots.filter((root, other) => other !== index && (root !== roots[index] || other < index))
}

function networkOf({ settings: { network }, proxy }: ProfileRequest): SandboxNetwork {
  if (network === 'host') return { kind: 'host' }
  // Without a way to a proxy nothing is reached, rather than everything.
  if (network === 'none' || proxy === undefined) return { kind: 'none' }
  return { kind: 'filtered', proxy }
}
