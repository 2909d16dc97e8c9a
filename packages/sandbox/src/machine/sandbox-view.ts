import { dirname } from 'node:path/posix'
import type { PathMap } from '../backend/create-path-map.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import type { PathView } from '../path/path-view.ts'
import { isThere } from './is-there.ts'

export interface SandboxViewOptions {
  readonly profile: SandboxProfile
  /** The backend's, for that profile. */
  readonly paths: PathMap
  /** Returns true if a real path is hidden when it exists. Called each time, since such files come and go. */
  readonly isHidden: (real: string) => boolean
  readonly probe: LinkProbe
  /** The folder that `~` means inside. */
  readonly home: string | undefined
}

/** The tree of a sandbox for file tools: what programs in it see, by the same names, and nothing else. */
export function sandboxView({ profile, paths, isHidden, probe, home }: SandboxViewOptions): PathView {
  const roots = new Set([profile.workspace.host, ...profile.mounts.map(({ host }) => host), paths.toHost('/tmp'), '/'])
  /** Files in a hidden folder are hidden too. For a folder that contains a root, the root decides. */
  const isMasked = (real: string): boolean => {
    for (let path = real; !roots.has(path); path = dirname(path)) {
      if (isHidden(path) && isThere(path, probe)) return true
    }
    return false
  }
  return {
    sees: describePlaces(profile, paths),
    ...(home === undefined ? {} : { home }),
    spelling: paths.toInside,
    paths: {
      toInside: (host) => (isMasked(host) ? undefined : paths.toInside(host)),
      toHost: (inside) => {
        const host = paths.toHost(inside)
        return host === undefined || isMasked(host) ? undefined : host
      },
    },
  }
}

/** `the workspace "/workspace", "/data" (to read) and "/tmp"`. */
function describePlaces({ workspace, mounts }: SandboxProfile, paths: PathMap): string {
  const temporary =
    paths.toHost('/tmp') === undefined || mounts.some(({ inside }) => inside === '/tmp') ? [] : ['"/tmp"']
  const places = mounts.map(({ inside, access }) => `"${inside}"${access === 'read' ? ' (to read)' : ''}`)
  const own = workspace.access === 'none' ? [] : [`the workspace "${workspace.inside}"`]
  const all = [...own, ...places, ...temporary]
  if (all.length === 0) return 'no folder of this user'
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]
  return `${list}; of those, files with credentials are hidden`
}
