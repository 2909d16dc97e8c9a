import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hierarchy of control groups in which this process stands. */
export interface OwnControlGroup {
  /** The folder of this process' own group. */
  readonly folder: string
  /** The folder at which the hierarchy is mounted. */
  readonly mount: string
}

export interface OwnControlGroups {
  /** Version 1, by controller. */
  readonly controllers: ReadonlyMap<string, OwnControlGroup>
  /** Version 2. */
  readonly unified?: OwnControlGroup
}

/** Pure over the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`. */
export function parseControlGroups(groups: string, mounts: string): OwnControlGroups {
  const mounted = mounts.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '/', mount = ''] = before.split(' ')
    const [type = '', , options = ''] = after.split(' ')
    return type === 'cgroup' || type === 'cgroup2' ? [{ root, mount, type, options: options.split(',') }] : []
  })
  const controllers = new Map<string, OwnControlGroup>()
  let unified: OwnControlGroup | undefined
  for (const line of groups.split('\n')) {
    const [, names = '', ...rest] = line.split(':')
    const path = rest.join(':')
    if (path === '') continue
    if (names === '') {
      unified = at(
        mounted.find(({ type }) => type === 'cgroup2'),
        path,
      )
      continue
    }
    for (const name of names.split(',')) {
      const own = at(
        mounted.find(({ type, options }) => type === 'cgroup' && options.includes(name)),
        path,
      )
      if (own !== undefined) controllers.set(name, own)
    }
  }
  return { controllers, ...(unified === undefined ? {} : { unified }) }
}

export function ownControlGroups(): OwnControlGroups {
  try {
    return parseControlGroups(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8'))
  } catch {
    return { controllers: new Map() }
  }
}

/** In a container only a part of the hierarchy is mounted, and paths count from there. */
function at(mounted: { root: string; mount: string } | undefined, path: string): OwnControlGroup | undefined {
  if (mounted === undefined) return undefined
  const { root, mount } = mounted
  const below = root !== '/' && path.startsWith(root) ? path.slice(root.length) : path
  return { mount, folder: join(mount, below) }
}
