import { isWithin } from '@drawbridge/core/base'
import { unescapeMount } from '../../path/unescape-mount.ts'
import type { PlannedMount } from './plan-mounts.ts'

/** Prints what is mounted where, as a container sees it. */
export const mountsScript = 'while read -r line; do printf "%s\\n" "$line"; done < /proc/self/mountinfo'

interface Mounted {
  readonly device: string
  /** Path on its file system. */
  readonly root: string
  readonly point: string
  readonly isReadOnly: boolean
}

/**
 * Returns the target of a planned mount that differs from the plan; undefined if none does. Engines follow links in sources and
 * targets, and a program that writes in the same folder can put links there between the check of a path and its mount. Pure.
 */
export function misplacedMount(mountinfo: string, planned: readonly PlannedMount[]): string | undefined {
  const mounted = new Map(
    mountinfo
      .split('\n')
      .map(parse)
      .map((mount) => [mount.point, mount]),
  )
  // Programs can write in the planned folders themselves; the folders above are out of their reach.
  const outermost = planned.filter(({ source }) => !planned.some((other) => isInner(other.source, source)))
  const isWrong = (mount: PlannedMount): boolean => {
    const actual = mounted.get(mount.target)
    if (actual === undefined || (mount.readOnly && !actual.isReadOnly)) return true
    const around = outermost.filter(({ source }) => isInner(source, mount.source))
    const isAsIn = ({ source, target }: PlannedMount): boolean => {
      const holder = mounted.get(target)
      const root = `${trimmed(holder?.root ?? '')}${mount.source.slice(source.length)}`
      return actual.device === holder?.device && actual.root === root
    }
    return around.length > 0 && !around.some(isAsIn)
  }
  return planned.find(isWrong)?.target
}

/** Returns true if a mount is inside another one: only there can links be put in between. */
export function hasInnerMounts(planned: readonly PlannedMount[]): boolean {
  return planned.some(({ target }) => planned.some((other) => isInner(other.target, target)))
}

function isInner(folder: string, path: string): boolean {
  return folder !== path && isWithin(folder, path)
}

function parse(line: string): Mounted {
  const [, , device = '', root = '', point = '', options = ''] = line.split(' ').map(unescapeMount)
  return { device, root, point, isReadOnly: options.split(',').includes('ro') }
}

function trimmed(root: string): string {
  return root === '/' ? '' : root
}
