/** A deterministic matcher of all keywords at once (Aho and Corasick, 1975), without regard to ASCII case. */
export interface KeywordAutomaton {
  /** Next row by `row + classOf[unit]`; row 0 is the start. A row is a state's number shifted left by `classBits`. */
  readonly transitions: Int32Array
  /** Character class by UTF-16 unit; class 0 stands in no keyword. */
  readonly classOf: Uint8Array
  readonly classBits: number
  /** Rows from this one on end at least one keyword. */
  readonly firstAccepting: number
  /** Keywords that end in a state, by `(row - firstAccepting) >> classBits`, as indexes into the given list. */
  readonly endings: readonly (readonly number[])[]
}

interface Node {
  readonly next: Map<number, number>
  readonly endings: number[]
  failure: number
}

/** Builds the automaton; throws a `RangeError` above 65,535 states. Work and space grow with the summed keyword length. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classOf = new Uint8Array(65_536)
  const classCount = assignClasses(keywords, classOf)
  const nodes = buildTrie(keywords, classOf)
  if (nodes.length > 65_535) throw new RangeError(`The keywords need ${nodes.length} states; 65,535 are possible.`)
  const classBits = Math.ceil(Math.log2(classCount))
  const table = new Uint16Array(nodes.length << classBits)
  fillTransitions(nodes, table, classBits, classCount)
  return moveAcceptingLast(nodes, { table, classBits, classCount, classOf })
}

function assignClasses(keywords: readonly string[], classOf: Uint8Array): number {
  let count = 1
  for (const keyword of keywords) {
    for (let index = 0; index < keyword.length; index++) {
      const unit = keyword.charCodeAt(index)
      if (classOf[unit] !== 0) continue
      classOf[unit] = count
      if (unit >= 97 && unit <= 122) classOf[unit - 32] = count
      count++
    }
  }
  return count
}

function buildTrie(keywords: readonly string[], classOf: Uint8Array): Node[] {
  const nodes: Node[] = [{ next: new Map(), endings: [], failure: 0 }]
  for (const [keywordIndex, keyword] of keywords.entries()) {
    let state = 0
    for (let index = 0; index < keyword.length; index++) {
      const unitClass = classOf[keyword.charCodeAt(index)] ?? 0
      const known = nodes[state]?.next.get(unitClass)
      if (known === undefined) {
        nodes[state]?.next.set(unitClass, nodes.length)
        state = nodes.length
        nodes.push({ next: new Map(), endings: [], failure: 0 })
      } else state = known
    }
    nodes[state]?.endings.push(keywordIndex)
  }
  return nodes
}

/** Breadth first, so that a failure state's row is complete before it is copied. */
function fillTransitions(nodes: Node[], table: Uint16Array, classBits: number, classCount: number): void {
  const queue = [0]
  for (const state of queue) {
    const node = nodes[state] as Node
    const failureRow = node.failure << classBits
    for (let unitClass = 0; unitClass < classCount; unitClass++) {
      const fallback = state === 0 ? 0 : (table[failureRow | unitClass] ?? 0)
      const child = node.next.get(unitClass)
      table[(state << classBits) | unitClass] = child ?? fallback
      if (child === undefined) continue
      const childNode = nodes[child] as Node
      childNode.failure = fallback
      childNode.endings.push(...(nodes[fallback]?.endings ?? []))
      queue.push(child)
    }
  }
}

interface Table {
  readonly table: Uint16Array
  readonly classBits: number
  readonly classCount: number
  readonly classOf: Uint8Array
}

/** Numbers the accepting states last: one comparison a character then tells whether a keyword ended. */
function moveAcceptingLast(nodes: readonly Node[], { table, classBits, classCount, classOf }: Table): KeywordAutomaton {
  const order = nodes.map((_, state) => state)
  const sorted = [
    ...order.filter((state) => nodes[state]?.endings.length === 0),
    ...order.filter((state) => nodes[state]?.endings.length !== 0),
  ]
  const renumbered = new Uint16Array(nodes.length)
  for (const [position, state] of sorted.entries()) renumbered[state] = position
  const transitions = new Int32Array(table.length)
  for (const state of order) {
    for (let unitClass = 0; unitClass < classCount; unitClass++) {
      const target = table[(state << classBits) | unitClass] ?? 0
      transitions[((renumbered[state] ?? 0) << classBits) | unitClass] = (renumbered[target] ?? 0) << classBits
    }
  }
  const accepting = sorted.filter((state) => nodes[state]?.endings.length !== 0)
  return {
    transitions,
    classOf,
    classBits,
    firstAccepting: (nodes.length - accepting.length) << classBits,
    endings: accepting.map((state) => nodes[state]?.endings ?? []),
  }
}
