import type { Principal } from '@drawbridge/core'
import type { OpenPlace } from './create-execution-site.ts'
import type { ExecutionSite } from './execution-site.ts'
import type { FoldersOfCaller } from './folders-of-teams.ts'

/** The folders that callers have besides those of a place, and the means to make the place with them. */
export interface CallersFolders {
  readonly of: FoldersOfCaller
  /** Makes the same place with further folders that may be read and written. */
  make(folders: readonly string[]): Promise<OpenPlace>
}

/** Returns a place in which each call of a caller finds the folders that the caller may use when the call begins. */
export function withCallersFolders(place: OpenPlace, folders: CallersFolders): OpenPlace {
  const made = new Map<string, Promise<OpenPlace>>()
  const placeWith = (wanted: readonly string[]): Promise<OpenPlace> => {
    const key = JSON.stringify(wanted)
    const known = made.get(key) ?? folders.make(wanted)
    made.set(key, known)
    return known
  }
  const placeOf = (principal: Principal): Promise<OpenPlace> | undefined =>
    folders.of(principal)?.then((wanted) => (wanted.length === 0 ? place : placeWith(wanted)))
  const { placeFor } = place
  return {
    ...place,
    ...following(place, placeOf),
    ...(placeFor === undefined
      ? {}
      : {
          placeFor: (principal, options) => {
            const usual = placeFor(principal, options)
            if (usual === undefined) return undefined
            const sandboxes = new WeakMap<OpenPlace, ExecutionSite>([[place, usual]])
            const sandboxIn = (other: OpenPlace): ExecutionSite => {
              const known = sandboxes.get(other) ?? other.placeFor?.(principal, options) ?? usual
              sandboxes.set(other, known)
              return known
            }
            return { ...usual, ...following(usual, (caller) => placeOf(caller)?.then(sandboxIn)) }
          },
        }),
  }
}

/** A call is opened where its targets were resolved last. */
function following(
  usual: ExecutionSite,
  siteOf: (principal: Principal) => Promise<ExecutionSite> | undefined,
): ExecutionSite {
  const last = new WeakMap<Principal, ExecutionSite>()
  const machineOf = (principal: Principal) => (last.get(principal) ?? usual).machine
  return {
    resolver: {
      resolve: (declared, principal, denials) => {
        const next = siteOf(principal)
        if (next === undefined) return usual.resolver.resolve(declared, principal, denials)
        return next.then((site) => {
          last.set(principal, site)
          return site.resolver.resolve(declared, principal, denials)
        })
      },
    },
    machine: {
      ...usual.machine,
      files: (scope) => machineOf(scope.principal).files(scope),
      processes: (scope) => machineOf(scope.principal).processes(scope),
    },
  }
}
