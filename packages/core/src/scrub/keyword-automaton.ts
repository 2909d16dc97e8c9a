/** A deterministic matcher of all keywords at once (Aho and Corasick, 1975), without regard to ASCII case. */
export interface KeywordAutomaton {
  /** Next row by `row + classOf[unit]`; row 0 is the start. A row is a state's number shifted left by `classBits`. */
  readonly transitions: Int32Array
  /** The character class by UTF-16 unit; no keyword contains class 0. */
  readonly classOf: Uint8Array
  readonly classBits: number
  /** Rows from this one on end at least one keyword. */
  readonly firstAccepting: number
  /** Keywords that end in a state, by `(row - firstAccepting) >> classBits`, as indexes into the given list. */
  readonly endings: readonly (readonly number[])[]
}

interface Node {
  readonly next: Map<number, Node>
  readonly endings: number[]
  /** Undefined for the start. */
  failure: Node | undefined
  row: number
}

/** Builds the automaton; throws a `RangeError` above 65,535 states. Work and space grow with the summed keyword length. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classOf = new Uint8Array(65_536)
  const classBits = Math.ceil(Math.log2(assignClasses(keywords, classOf)))
  const nodes = buildTrie(keywords, classOf)
  if (nodes.length > 65_535) throw new RangeError(`The keywords need ${nodes.length} states; 65,535 are possible.`)
  const breadthFirst = linkFailures(nodes)
  const accepting = nodes.filter(({ endings }) => endings.length > 0)
  numberAcceptingLast(nodes, classBits)
  return {
    transitions: fillTransitions(breadthFirst, classBits),
    classOf,
    classBits,
    firstAccepting: (nodes.length - accepting.length) << classBits,
    endings: accepting.map(({ endings }) => endings),
  }
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

function buildTrie(keywords: readonly string[], classOf: Uint8Array): readonly Node[] {
  const nodes: Node[] = [newNode()]
  for (const [keywordIndex, keyword] of keywords.entries()) {
    let node = nodes[0] as Node
    for (let index = 0; index < keyword.length; index++) {
      const unitClass = classOf[keyword.charCodeAt(index)] ?? 0
      let child = node.next.get(unitClass)
      if (child === undefined) {
        child = newNode()
        node.next.set(unitClass, child)
        nodes.push(child)
      }
      node = child
    }
    node.endings.push(keywordIndex)
  }
  return nodes
}

function newNode(): Node {
  return { next: new Map(), endings: [], failure: undefined, row: 0 }
}

/** Gives each node the longest other node that ends as it does, and that one's endings. Returns the nodes, shallow ones first. */
function linkFailures(nodes: readonly Node[]): readonly Node[] {
  const root = nodes[0] as Node
  const queue = [root]
  for (const node of queue) {
    for (const [unitClass, child] of node.next) {
      let shorter: Node | undefined = node.failure
      while (shorter !== undefined && !shorter.next.has(unitClass)) shorter = shorter.failure
      child.failure = shorter?.next.get(unitClass) ?? root
      child.endings.push(...child.failure.endings)
      queue.push(child)
    }
  }
  return queue
}

/** One comparison a character then tells whether a keyword ended. */
function numberAcceptingLast(nodes: readonly Node[], classBits: number): void {
  let position = 0
  for (const isAccepting of [false, true]) {
    for (const node of nodes) {
      if (node.endings.length > 0 !== isAccepting) continue
      node.row = position << classBits
      position++
    }
  }
}

/** A row is that of the node's failure but for its own children: copied whole, since this runs before anything is warm. */
function fillTransitions(breadthFirst: readonly Node[], classBits: number): Int32Array {
  const transitions = new Int32Array(breadthFirst.length << classBits)
  for (const { row, next, failure } of breadthFirst) {
    if (failure !== undefined) transitions.copyWithin(row, failure.row, failure.row + (1 << classBits))
    for (const [unitClass, child] of next) transitions[row | unitClass] = child.row
  }
  return transitions
}
