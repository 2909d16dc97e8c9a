import { isJsonObject } from '@drawbridge/core/base'

/** A part of a document that cannot be imported, with the reason. */
export class NotImported extends Error {
  override readonly name = 'NotImported'
}

/** A document whose local references can be followed. */
export interface References {
  /** Returns the object itself, or the one that its `$ref` leads to. @throws NotImported */
  resolve(value: unknown): Readonly<Record<string, unknown>>
  /** Returns what a local reference names. @throws NotImported */
  find(reference: string): unknown
}

/** The longest chain of references to references. */
const maxSteps = 50

export function createReferences(document: Readonly<Record<string, unknown>>): References {
  const find = (reference: string): unknown => {
    if (!reference.startsWith('#')) throw new NotImported(`it refers to another document: ${reference.slice(0, 200)}`)
    let place: unknown = document
    for (const part of reference.slice(1).split('/').slice(1)) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
      const isThere = (isJsonObject(place) || Array.isArray(place)) && Object.hasOwn(place, key)
      if (!isThere) throw new NotImported(`its reference leads nowhere: ${reference.slice(0, 200)}`)
      place = (place as Readonly<Record<string, unknown>>)[key]
    }
    return place
  }
  return {
    find,
    resolve: (value) => {
      let found = value
      for (let step = 0; step < maxSteps; step += 1) {
        if (!isJsonObject(found)) throw new NotImported('a part of it is not an object')
        if (typeof found.$ref !== 'string') return found
        found = find(found.$ref)
      }
      throw new NotImported('its references lead in a circle')
    },
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
