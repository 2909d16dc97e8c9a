import type { Reach } from '../../shell-command.ts'
import { staticWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** The options with which one search program chooses what it searches. */
interface Search {
  /** True if it descends into folders by default. */
  readonly descends: boolean
  /** Options that include dot files and ignored files. Absent if they are always included. */
  readonly hidden?: readonly string[]
  /** Options of which `hidden` takes two. */
  readonly twice?: readonly string[]
  /** Options that follow symbolic links. */
  readonly links: readonly string[]
  /** Options whose value is a glob over the names of the searched files. */
  readonly names: readonly string[]
}

const grep: Search = {
  descends: false,
  links: ['-R', '--dereference-recursive'],
  names: ['--include'],
}
const ripgrep: Search = {
  descends: true,
  hidden: ['-.', '--hidden'],
  twice: ['-u', '--unrestricted'],
  links: ['-L', '--follow'],
  names: ['-g', '--glob', '--iglob'],
}
const silver: Search = {
  descends: true,
  hidden: ['-u', '--unrestricted', '--hidden', '-a', '--all-types', '-t', '--all-text'],
  links: ['-f', '--follow'],
  names: [],
}
const ack: Search = { descends: true, links: ['--follow'], names: [] }

const searches: Readonly<Record<string, Search>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  rgrep: { ...grep, descends: true },
  rg: ripgrep,
  ag: silver,
  ack,
}

function searchOf(call: CallBuilder): Search | undefined {
  const text = call.argv[0]?.text ?? ''
  return searches[text.slice(text.lastIndexOf('/') + 1)]
}

/** Describes what a search may meet: whether it descends, into which entries, and whether it follows links. */
export function reachOfSearch(call: CallBuilder): void {
  const search = searchOf(call)
  if (search === undefined) return
  call.recursive = search.descends || call.has('-r', '--recursive', ...search.links) || recurses(call)
  call.reach = reachBy(search, call)
  readPlaces(call)
}

function reachBy(search: Search, call: CallBuilder): Reach {
  const globs = valuesOf(call, search.names)
  const positive = globs.filter((glob) => !glob.startsWith('!'))
  const named = positive.length > 0 && positive.length === globs.length
  const twice = call.parsed.options.filter(({ option }) => search.twice?.includes(option.name) === true).length > 1
  return {
    // A glob brings hidden files back that it matches.
    hidden: search.hidden === undefined || call.has(...search.hidden) || twice || (search !== grep && named),
    followsLinks: call.has(...search.links),
    ...(named ? { names: positive.map((glob) => glob.slice(glob.lastIndexOf('/') + 1)) } : {}),
  }
}

function valuesOf(call: CallBuilder, names: readonly string[]): readonly string[] {
  return call.parsed.options.flatMap(({ option, value }) =>
    names.includes(option.name) ? [value?.static === true ? value.text : '*'] : [],
  )
}

/** `grep -d recurse`, which may be abbreviated. */
function recurses(call: CallBuilder): boolean {
  return valuesOf(call, ['-d', '--directories']).some((value) => /^(?:re|\*)/.test(value))
}

/** A search without a place searches the working folder. If its patterns come from elsewhere, its first operand is a file. */
function readPlaces(call: CallBuilder): void {
  const { operands } = call.parsed
  const [first] = operands
  const listsFiles = call.has('--files', '--type-list')
  const fromFile = call.has('-f', '--file') && searchOf(call) !== silver
  const given = call.parsed.options.some(({ option }) => option.role === 'pattern')
  if (first !== undefined && (listsFiles || (fromFile && !given))) call.path(first.word, listsFiles ? 'list' : 'read')
  const places = operands.length - (given || fromFile || listsFiles ? 0 : 1)
  const readsInput = call.context.hasInput === true && searchOf(call)?.descends === true && !call.has('-r')
  if (call.recursive && places <= 0 && !readsInput) call.path(staticWord('.'), listsFiles ? 'list' : 'read')
}
