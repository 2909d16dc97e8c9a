/** A place in the picture of a graph, in pixels from its upper left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** The rounds after which no node of a few hundred moves by more than a pixel. */
const rounds = 200
const width = 800
/** Sets neighbours with short names apart from each other. */
const margin = 60

/** The size of the picture, in pixels. It grows with the number of nodes, so that names have room. */
export function sizeOf(count: number): { readonly width: number; readonly height: number } {
  return { width, height: Math.round(Math.min(1_600, 280 + 14 * count)) }
}

/**
 * Places nodes so that connected ones are near each other and none covers another: each node pushes all others away, and each edge pulls
 * its ends together. The same graph has the same picture each time.
 */
export function layOutGraph(
  ids: readonly string[],
  edges: readonly (readonly [from: string, to: string])[],
): ReadonlyMap<string, Place> {
  const size = sizeOf(ids.length)
  const nodes = ids.map((_, index) => ({
    // A spiral: no two nodes begin at one place, and none of it depends on chance.
    x: size.width / 2 + Math.cos(index * 2.4) * (10 + 6 * index),
    y: size.height / 2 + Math.sin(index * 2.4) * (10 + 6 * index),
    dx: 0,
    dy: 0,
  }))
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const links = edges.flatMap(([from, to]) => {
    const [start, end] = [nodes[indexOf.get(from) ?? -1], nodes[indexOf.get(to) ?? -1]]
    return start === undefined || end === undefined || start === end ? [] : [[start, end] as const]
  })
  const distance = Math.sqrt((size.width * size.height) / Math.max(1, ids.length)) * 0.7
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of nodes.entries()) {
      for (let later = index + 1; later < nodes.length; later += 1) {
        const other = nodes[later]
        if (other !== undefined) push(one, other, distance)
      }
    }
    for (const [one, other] of links) pull(one, other, distance)
    const furthest = distance * (1 - round / rounds)
    for (const node of nodes) move(node, furthest)
  }
  const [left, stretchX] = fitting(
    nodes.map(({ x }) => x),
    size.width - 2 * margin,
  )
  const [top, stretchY] = fitting(
    nodes.map(({ y }) => y),
    size.height - margin,
  )
  const placeOf = (node: Node): Place => ({
    x: tenths(margin + (node.x - left) * stretchX),
    y: tenths(margin / 2 + (node.y - top) * stretchY),
  })
  return new Map(
    ids.flatMap((id, index) => {
      const node = nodes[index]
      return node === undefined ? [] : [[id, placeOf(node)] as const]
    }),
  )
}

interface Node {
  x: number
  y: number
  dx: number
  dy: number
}

function push(one: Node, other: Node, distance: number): void {
  const [x, y] = [one.x - other.x, one.y - other.y]
  const force = distance ** 2 / Math.max(1, x ** 2 + y ** 2)
  shift(one, other, x * force, y * force)
}

function pull(one: Node, other: Node, distance: number): void {
  const [x, y] = [one.x - other.x, one.y - other.y]
  const force = -Math.hypot(x, y) / distance
  shift(one, other, x * force, y * force)
}

function shift(one: Node, other: Node, x: number, y: number): void {
  one.dx += x
  one.dy += y
  other.dx -= x
  other.dy -= y
}

function move(node: Node, furthest: number): void {
  const length = Math.max(1, Math.hypot(node.dx, node.dy))
  const step = Math.min(length, furthest) / length
  node.x += node.dx * step
  node.y += node.dy * step
  node.dx = 0
  node.dy = 0
}

/** Returns the least of some values, and what they are stretched by so that they fill a length. */
function fitting(values: readonly number[], length: number): readonly [least: number, stretch: number] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return [least, most - least < 1 ? 1 : length / (most - least)]
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const

/** Returns the nearest node in the direction of an arrow key; undefined if there is none, or for any other key. */
export function nodeTowards(places: ReadonlyMap<string, Place>, from: string, key: string): string | undefined {
  const start = places.get(from)
  if (start === undefined || !Object.hasOwn(directions, key)) return undefined
  const [x, y] = directions[key as keyof typeof directions]
  let nearest: { readonly id: string; readonly cost: number } | undefined
  for (const [id, place] of places) {
    const along = (place.x - start.x) * x + (place.y - start.y) * y
    const across = Math.abs((place.x - start.x) * y) + Math.abs((place.y - start.y) * x)
    // A node that is further aside than ahead is in another direction.
    if (along <= 0 || across > along) continue
    const cost = along + 2 * across
    if (nearest === undefined || cost < nearest.cost) nearest = { id, cost }
  }
  return nearest?.id
}
