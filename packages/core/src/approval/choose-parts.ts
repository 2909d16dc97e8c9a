/** The facts by which parts of a call differ. */
interface Choosable {
  readonly kind: string
  readonly danger: string
  readonly marks: readonly string[]
  readonly notes: readonly string[]
}

/** The room for the parts of a call. */
export interface PartRoom<Part> {
  /** The maximum number of parts. */
  readonly most: number
  /** The total length, in characters. */
  readonly length: number
  /** Returns the number of characters that a part takes. */
  readonly lengthOf: (part: Part) => number
}

/**
 * Returns as many parts as there is room for, in their order. If there are too many, each kind and danger gets its turn,
 * and within them parts that differ in their marks or first note: many parts of one kind cannot push out a part of another. Pure.
 */
export function chooseParts<Part extends Choosable>(
  parts: readonly Part[],
  { most, length, lengthOf }: PartRoom<Part>,
): readonly Part[] {
  const chosen = new Set<Part>()
  let left = length
  for (const part of inTurns(parts)) {
    const own = lengthOf(part)
    if (chosen.size >= most) break
    if (own > left) continue
    left -= own
    chosen.add(part)
  }
  return parts.filter((part) => chosen.has(part))
}

function inTurns<Part extends Choosable>(parts: readonly Part[]): readonly Part[] {
  const kinds = grouped(parts, ({ kind, danger }) => `${danger} ${kind}`)
  return interleaved(
    kinds.map((group) => interleaved(grouped(group, ({ marks, notes }) => JSON.stringify([marks, notes[0]])))),
  )
}

function grouped<Part>(parts: readonly Part[], keyOf: (part: Part) => string): readonly (readonly Part[])[] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const group = groups.get(keyOf(part))
    if (group === undefined) groups.set(keyOf(part), [part])
    else group.push(part)
  }
  return [...groups.values()]
}

function interleaved<Part>(groups: readonly (readonly Part[])[]): readonly Part[] {
  const rounds = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1))).flat()
}
