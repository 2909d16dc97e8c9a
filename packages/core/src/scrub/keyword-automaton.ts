/** A matcher of all keywords at once, without regard to ASCII case. */
export interface KeywordAutomaton<Entry> {
  /** Calls back at each place of the text where keywords end, with what belongs to them, that of the longest first. */
  scan(text: string, visit: (entries: readonly Entry[], end: number) => void): void
}

/** A beginning of keywords that has been met in a text. */
interface State<Entry> {
  readonly row: number
  readonly length: number
  /** The state of the longest other beginning that this one ends with; undefined for the empty one. */
  readonly shorter: State<Entry> | undefined
  /** The keywords that begin so. */
  readonly keywords: readonly string[]
  /** The entries of the keywords that end here. */
  readonly entries: readonly Entry[]
  /** The longer keywords by the class of their next unit. Undefined until one of them is asked for. */
  longer: ReadonlyMap<number, readonly string[]> | undefined
}

const firstRows = 64

/**
 * Creates an automaton (Aho and Corasick, 1975) that adds a state at its first use: thousands of keywords make thousands of states,
 * of which a process that scans a few short texts enters some dozen. Once entered, a state costs one step a unit.
 * @param keywords Distinct, in small letters.
 * @param entryOf Called at the first place where the keyword ends.
 */
export function createKeywordAutomaton<Entry>(
  keywords: readonly string[],
  entryOf: (keyword: string) => Entry,
): KeywordAutomaton<Entry> {
  const { classOf, classBits } = assignClasses(keywords)
  const start: State<Entry> = {
    row: 1 << classBits,
    length: 0,
    shorter: undefined,
    keywords,
    entries: [],
    longer: undefined,
  }
  /** By `row >> classBits`. */
  const states: State<Entry>[] = [start, start]
  /** The next row by `row + class`: 0 if it is not known yet, negative if keywords end there. */
  let transitions = new Int32Array(firstRows << classBits)

  function stateAt(row: number): State<Entry> {
    return states[Math.abs(row) >> classBits] ?? start
  }

  function addState(before: State<Entry>, unitClass: number, begun: readonly string[]): State<Entry> {
    const shorter = before.shorter === undefined ? start : follow(before.shorter, unitClass)
    const length = before.length + 1
    const ended = begun.filter((keyword) => keyword.length === length).map(entryOf)
    const entries = ended.length === 0 ? shorter.entries : [...ended, ...shorter.entries]
    const row = states.length << classBits
    const state: State<Entry> = { row, length, shorter, keywords: begun, entries, longer: undefined }
    states.push(state)
    if (row === transitions.length) {
      const more = new Int32Array(2 * row)
      more.set(transitions)
      transitions = more
    }
    return state
  }

  function follow(state: State<Entry>, unitClass: number): State<Entry> {
    const known = transitions[state.row + unitClass] ?? 0
    if (known !== 0) return stateAt(known)
    state.longer ??= groupByClass(state, classOf)
    const begun = state.longer.get(unitClass)
    let next = start
    if (begun !== undefined) next = addState(state, unitClass, begun)
    else if (state.shorter !== undefined) next = follow(state.shorter, unitClass)
    transitions[state.row + unitClass] = next.entries.length > 0 ? -next.row : next.row
    return next
  }

  return {
    scan(text, visit) {
      const length = text.length
      let known = transitions
      let row = start.row
      for (let index = 0; index < length; index++) {
        const unitClass = classOf[text.charCodeAt(index)] as number
        let next = known[row + unitClass] as number
        if (next <= 0) {
          const state = next === 0 ? follow(stateAt(row), unitClass) : stateAt(next)
          known = transitions
          next = state.row
          if (state.entries.length > 0) visit(state.entries, index + 1)
        }
        row = next
      }
    },
  }
}

/** Numbers the units of the keywords from 1 on; class 0 is that of all others. */
function assignClasses(keywords: readonly string[]): { readonly classOf: Uint8Array; readonly classBits: number } {
  const classOf = new Uint8Array(65_536)
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
  return { classOf, classBits: Math.ceil(Math.log2(count)) }
}

function groupByClass<Entry>({ keywords, length }: State<Entry>, classOf: Uint8Array): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const keyword of keywords) {
    if (keyword.length === length) continue
    const unitClass = classOf[keyword.charCodeAt(length)] ?? 0
    const group = groups.get(unitClass)
    if (group === undefined) groups.set(unitClass, [keyword])
    else group.push(keyword)
  }
  return groups
}
