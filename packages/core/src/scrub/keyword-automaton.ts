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

/** Builds the automaton; throws a `RangeError` above 65,535 states. Work and space grow with the summed keyword length. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classOf = new Uint8Array(65_536)
  const classBits = Math.ceil(Math.log2(assignClasses(keywords, classOf)))
  const trie = buildTrie(keywords, { classOf, classBits })
  const failures = linkFailures(trie, classBits)
  const { rowOf, accepting } = numberAcceptingLast(trie, classBits)
  return {
    transitions: fillTransitions(trie, { failures, rowOf, classBits }),
    classOf,
    classBits,
    firstAccepting: (trie.count - accepting.length) << classBits,
    endings: accepting,
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

/**
 * The keywords as a tree of their beginnings. Nodes are numbers in the order in which they were made, and their data is in
 * arrays: this is built in each process before its first event, and objects would take several times as long.
 */
interface Trie {
  readonly count: number
  /** The child by `node << classBits | class`, or 0. */
  readonly children: Int32Array
  readonly parents: Int32Array
  /** The children once more, as lists: a first one and the next of each, or 0. */
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  /** The class that leads from the parent to a node. */
  readonly classes: Uint8Array
  /** The nodes, shallow ones first. */
  readonly breadthFirst: readonly number[]
  /** The keywords that end in a node. */
  readonly endings: (readonly number[] | undefined)[]
}

const mostStates = 65_535

function buildTrie(
  keywords: readonly string[],
  { classOf, classBits }: Pick<KeywordAutomaton, 'classOf' | 'classBits'>,
): Trie {
  const length = keywords.reduce((sum, keyword) => sum + keyword.length, 1)
  const most = Math.min(length, mostStates)
  const children = new Int32Array(most << classBits)
  const parents = new Int32Array(most)
  const firstChild = new Int32Array(most)
  const nextSibling = new Int32Array(most)
  const classes = new Uint8Array(most)
  const endings: (readonly number[] | undefined)[] = []
  const levels: number[][] = [[0]]
  let count = 1
  for (const [keywordIndex, keyword] of keywords.entries()) {
    let node = 0
    for (let index = 0; index < keyword.length; index++) {
      const unitClass = classOf[keyword.charCodeAt(index)] ?? 0
      const edge = (node << classBits) | unitClass
      let child = children[edge] ?? 0
      if (child === 0) {
        if (count === mostStates) throw new RangeError('The keywords need more than 65,535 states.')
        child = count++
        children[edge] = child
        parents[child] = node
        nextSibling[child] = firstChild[node] ?? 0
        firstChild[node] = child
        classes[child] = unitClass
        const level = levels[index + 1]
        if (level === undefined) levels.push([child])
        else level.push(child)
      }
      node = child
    }
    endings[node] = [...(endings[node] ?? []), keywordIndex]
  }
  return { count, children, parents, firstChild, nextSibling, classes, breadthFirst: levels.flat(), endings }
}

/** Finds for each node the longest other node that ends as it does, and adds that one's endings to its own. */
function linkFailures({ children, parents, classes, breadthFirst, endings }: Trie, classBits: number): Int32Array {
  const failures = new Int32Array(breadthFirst.length)
  for (const node of breadthFirst) {
    const parent = parents[node] ?? 0
    if (parent !== 0) {
      const unitClass = classes[node] ?? 0
      let shorter = failures[parent] ?? 0
      while (shorter !== 0 && children[(shorter << classBits) | unitClass] === 0) shorter = failures[shorter] ?? 0
      failures[node] = children[(shorter << classBits) | unitClass] ?? 0
    }
    const inherited = endings[failures[node] ?? 0]
    if (inherited !== undefined && node !== 0) endings[node] = [...(endings[node] ?? []), ...inherited]
  }
  return failures
}

/** Gives each node its row. One comparison a character then tells whether a keyword ended. */
function numberAcceptingLast({ count, endings }: Trie, classBits: number) {
  const rowOf = new Int32Array(count)
  const accepting: (readonly number[])[] = []
  let others = 0
  for (let node = 0; node < count; node++) if (endings[node] === undefined) rowOf[node] = others++ << classBits
  for (let node = 0; node < count; node++) {
    const ending = endings[node]
    if (ending !== undefined) rowOf[node] = (others + accepting.push(ending) - 1) << classBits
  }
  return { rowOf, accepting }
}

/** A row is that of the node's failure but for its own children: copied whole, since this runs before anything is warm. */
function fillTransitions(
  { firstChild, nextSibling, classes, breadthFirst }: Trie,
  { failures, rowOf, classBits }: { failures: Int32Array; rowOf: Int32Array; classBits: number },
): Int32Array {
  const transitions = new Int32Array(breadthFirst.length << classBits)
  for (const node of breadthFirst) {
    const row = rowOf[node] ?? 0
    const failure = rowOf[failures[node] ?? 0] ?? 0
    if (node !== 0) transitions.copyWithin(row, failure, failure + (1 << classBits))
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      transitions[row | (classes[child] ?? 0)] = rowOf[child] ?? 0
    }
  }
  return transitions
}
