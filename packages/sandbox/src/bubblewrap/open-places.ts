import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'
import { fail } from '@drawbridge/core'
import { faultFromErrno } from '../files/fault-from-errno.ts'
import { placeOnly } from '../files/place-only.ts'

export interface OpenPlaces extends Disposable {
  /** By path. */
  readonly descriptors: ReadonlyMap<string, number>
}

function openPlace(path: string): number {
  try {
    return openSync(path, placeOnly | constants.O_NOFOLLOW)
  } catch (error) {
    throw faultFromErrno(error, path)
  }
}

/** Holds files and folders open by their real paths. Ends with `stale_file` if one leads elsewhere by now, or is gone. */
export function openPlaces(paths: Iterable<string>): OpenPlaces {
  const descriptors = new Map<string, number>()
  const close = () => {
    for (const descriptor of descriptors.values()) closeSync(descriptor)
  }
  try {
    for (const path of new Set(paths)) {
      const descriptor = openPlace(path)
      descriptors.set(path, descriptor)
      // Such a descriptor may stand for a link itself.
      if (fstatSync(descriptor).isSymbolicLink() || readlinkSync(`/proc/self/fd/${descriptor}`) !== path) {
        fail('stale_file', `"${path}" has changed since it was checked. Call again.`)
      }
    }
    return { descriptors, [Symbol.dispose]: close }
  } catch (error) {
    close()
    throw error
  }
}
