import { isJsonObject, stableStringify } from '../json/index.ts'

/** A value that differs, by its place. */
export interface ValueDifference {
  /** Such as `result.content[0].text`. */
  readonly path: string
  readonly recorded: unknown
  readonly replayed: unknown
}

/** Every place in which two JSON values differ, as deep as they have the same shape. Pure. */
export function findDifferences(recorded: unknown, replayed: unknown, path = ''): readonly ValueDifference[] {
  if (stableStringify(recorded ?? null) === stableStringify(replayed ?? null) && isNull(recorded) === isNull(replayed))
    return []
  if (Array.isArray(recorded) && Array.isArray(replayed) && recorded.length === replayed.length)
    return recorded.flatMap((item, index) => findDifferences(item, replayed[index], `${path}[${index}]`))
  if (isJsonObject(recorded) && isJsonObject(replayed)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(replayed)])
    return [...keys].flatMap((key) =>
      findDifferences(own(recorded, key), own(replayed, key), path === '' ? key : `${path}.${key}`),
    )
  }
  return [{ path, recorded, replayed }]
}

/** A record omits an undefined value, and says null for null. */
function isNull(value: unknown): boolean {
  return value === null
}

function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
