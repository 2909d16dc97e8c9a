import { isWithin } from '@drawbridge/core/base'

/** One translation between paths as a sandbox knows them and real paths of the machine, for programs and file tools alike. */
export interface PathMap {
  /** Undefined for what cannot be seen inside. */
  toInside(host: string): string | undefined
  /** Undefined for what exists inside only, or not at all. */
  toHost(inside: string): string | undefined
}

/** The options of `createPathMap`. */
export interface PathMapOptions {
  /** The mapped places. If several contain a path, the innermost counts. */
  readonly places: readonly { readonly host: string; readonly inside: string }[]
  /** Paths inside with nothing of the machine behind them, unless a place further in brings it back. */
  readonly hidden?: readonly string[]
}

/** Pure: all paths are absolute and without links, `.` or `..`. */
export function createPathMap({ places, hidden = [] }: PathMapOptions): PathMap {
  const toHost = (inside: string): string | undefined => {
    const place = innermost(places, (candidate) => candidate.inside, inside)
    if (place === undefined) return undefined
    const isHidden = hidden.some((path) => isWithin(path, inside) && path.length > place.inside.length)
    return isHidden ? undefined : moved(inside, place.inside, place.host)
  }
  return {
    toHost,
    toInside: (host) => {
      const found = places
        .filter((place) => isWithin(place.host, host))
        .toSorted((one, other) => other.host.length - one.host.length)
        .map((place) => moved(host, place.host, place.inside))
      // The path may be something else inside, such as the private folder for temporary files.
      return found.find((inside) => toHost(inside) === host)
    },
  }
}

type Place = PathMapOptions['places'][number]

function innermost(places: readonly Place[], side: (place: Place) => string, path: string): Place | undefined {
  return places
    .filter((place) => isWithin(side(place), path))
    .reduce<Place | undefined>((inner, next) => {
      return inner === undefined || side(next).length >= side(inner).length ? next : inner
    }, undefined)
}

function moved(path: string, from: string, to: string): string {
  const rest = from === '/' ? path.slice(1) : path.slice(from.length + 1)
  if (rest === '') return to
  return to === '/' ? `/${rest}` : `${to}/${rest}`
}
