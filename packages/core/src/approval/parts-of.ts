import { assertNever } from '../error/assert-never.ts'
import { type CommandTarget, type PathTarget, shellCommand, type Target } from '../target/target.ts'
import { quoteWord } from '../text/quote-word.ts'
import { shortenMiddle } from '../text/shorten.ts'

/** The kinds of danger in a part of a call, worst first: it removes something, a rule marked it, it changes something, it reads. */
export const dangers = ['destructive', 'marked', 'changes', 'reads'] as const
/** The kind of danger in a part of a call. */
export type Danger = (typeof dangers)[number]

/** One thing that a call does: a simple command, a path, a host, or the code that a command starts. Plain JSON. */
export interface ApprovalPart {
  readonly kind: Target['kind'] | 'code'
  /** Whole, on one line as its reader would take it: the words of a command quoted as for a shell, a path, a URL. */
  readonly text: string
  readonly danger: Danger
  /** The reasons why it is dangerous, in words. */
  readonly marks: readonly string[]
  /** Further facts for a verdict: the folder, the file of the program, the real path. */
  readonly notes: readonly string[]
}

/** The number of a call's parts, even if not all are listed. */
export interface PartTotals {
  readonly commands: number
  readonly paths: number
  readonly hosts: number
  /** The number of other targets. */
  readonly others: number
  /** The number of marked parts among all. */
  readonly marked: number
}

/** The parts of a call, for a question that shows all of them. */
export interface ApprovalParts {
  /** Sorted by danger; equal parts in the order of the call. */
  readonly parts: readonly ApprovalPart[]
  readonly totals: PartTotals
  /** True if every part is listed in full. */
  readonly complete: boolean
}

/** The maximum number of parts that are listed; no one could read more. */
const maxParts = 200
const maxLength = 64 * 1024

/** The maximum length of one text, mark or note if not all parts fit, in characters. */
const maxText = 4_000

function lengthOf({ text, marks, notes }: ApprovalPart): number {
  return text.length + [...marks, ...notes].join('').length
}

/** Shortens the texts of a part in their middle: an end may be as dangerous as a beginning. */
function shortened(part: ApprovalPart): ApprovalPart {
  return {
    ...part,
    text: shortenMiddle(part.text, maxText),
    marks: part.marks.map((mark) => shortenMiddle(mark, maxText)),
    notes: part.notes.map((note) => shortenMiddle(note, maxText)),
  }
}

/** Returns the parts of a call, the most dangerous first. Pure. */
export function partsOf(targets: readonly Target[]): ApprovalParts {
  const all = targets.flatMap((target) =>
    target.kind === 'command' ? [describePart(target), ...codeOf(target)] : [describePart(target)],
  )
  const ordered = dangers.flatMap((danger) => all.filter((part) => part.danger === danger))
  const room = { most: maxParts, length: maxLength, lengthOf }
  const whole = chooseParts(ordered, room)
  const isComplete = whole.length === ordered.length
  const parts = isComplete ? whole : chooseParts(ordered.map(shortened), room)
  const count = (kind: ApprovalPart['kind']) => targets.filter((target) => target.kind === kind).length
  const counted = { commands: count('command'), paths: count('path'), hosts: count('host') }
  return {
    parts,
    totals: {
      ...counted,
      others: targets.length - counted.commands - counted.paths - counted.hosts,
      marked: all.filter(({ marks }) => marks.length > 0).length,
    },
    complete: isComplete,
  }
}

/** One target as a person judges it. */
export function describePart(target: Target): ApprovalPart {
  switch (target.kind) {
    case 'path':
      return describePath(target)
    case 'command':
      return describeCommand(target)
    case 'host':
      return plain(target.kind, `${target.scheme}://${target.host}:${target.port}`)
    case 'session':
    case 'agent':
    case 'server':
      return plain(target.kind, target.id)
    case 'dynamic':
      return {
        kind: 'dynamic',
        text: `${unknowns[target.of]} that is unknown until it runs`,
        danger: 'marked',
        marks: [target.why],
        notes: [],
      }
    default:
      return assertNever(target)
  }
}

function plain(kind: Target['kind'], text: string): ApprovalPart {
  return { kind, text, danger: 'changes', marks: [], notes: [] }
}

const unknowns = {
  path: 'a path',
  command: 'a command',
  host: 'a host',
  session: 'a session',
  agent: 'an agent',
  server: 'a server',
  any: 'something',
} as const

const zones = { workspace: 'in the workspace', root: 'in a granted folder', outside: 'OUTSIDE the workspace' } as const

function describePath({ declared, real, access, recursive, zone, sensitive, why, ...rest }: PathTarget): ApprovalPart {
  const notes = [`${access}${recursive ? ' with everything below' : ''}, ${zones[zone]}`]
  if (declared !== real) notes.push(`really ${real}`)
  if (why !== undefined) notes.push(why)
  const marks: string[] = []
  const changes = access === 'write' || access === 'delete'
  if (sensitive) marks.push('it contains credentials')
  if (rest.protected === true) marks.push('it decides what later runs or is allowed')
  const takesAway = access === 'delete' || (recursive && changes)
  const danger = takesAway
    ? 'destructive'
    : marks.length > 0 || zone === 'outside'
      ? 'marked'
      : changes
        ? 'changes'
        : 'reads'
  return { kind: 'path', text: declared, danger, marks, notes }
}

function describeCommand(target: CommandTarget): ApprovalPart {
  const { argv, program, cwd, dynamic, gadgets, denyGroups, readonly: reads } = target
  const notes = [`in ${cwd}`]
  if (program.path !== undefined) notes.push(`program ${program.path}`)
  const deletes = target[shellCommand]?.call.effects.has('deletes') === true
  const marks: string[] = denyGroups.map(({ group, part }) => `${group}: ${part}`)
  if (deletes) marks.push('deletes')
  if (dynamic) marks.push('the parts in « » are unknown until it runs')
  for (const gadget of gadgets) marks.push(`runs or loads more: ${gadget}`)
  const words = argv.map(({ text, static: isStatic }) => (isStatic ? quoteWord(text) : `«${text}»`))
  const takesAway = deletes || denyGroups.length > 0
  const danger = takesAway ? 'destructive' : marks.length > 0 ? 'marked' : reads ? 'reads' : 'changes'
  return { kind: 'command', text: words.join(' '), danger, marks, notes }
}

/** The script of a package or makefile by its text, and the other files that a command runs or obeys by their names. */
function codeOf({ code = [], readonly: reads }: CommandTarget): readonly ApprovalPart[] {
  const danger = reads ? 'reads' : 'changes'
  const scripts = code.flatMap(({ path, why, says = [] }): ApprovalPart[] =>
    says.length === 0 ? [] : [{ kind: 'code', text: says.join(' ; '), danger, marks: [], notes: [`of ${path}`, why] }],
  )
  const unsure = code.flatMap(({ why, uncertain }): ApprovalPart[] =>
    uncertain === true
      ? [{ kind: 'code', text: why, danger: 'marked', marks: ['it was not examined completely'], notes: [] }]
      : [],
  )
  const open = code.flatMap(({ path, startsMore }) => (startsMore === true ? [path] : []))
  const more: readonly ApprovalPart[] =
    open.length === 0
      ? []
      : [
          {
            kind: 'code',
            text: open.join(' '),
            danger: 'marked',
            marks: ['may start other files, unknown until it runs'],
            notes: [],
          },
        ]
  const files = code.filter(({ says, uncertain }) => says === undefined && uncertain !== true).map(({ path }) => path)
  const named = [...new Set(files)].sort()
  const others: readonly ApprovalPart[] =
    named.length === 0
      ? []
      : [
          {
            kind: 'code',
            text: named.join(' '),
            danger: 'reads',
            marks: [],
            notes: ['it runs or obeys these files, and they may load more'],
          },
        ]
  return [...scripts, ...unsure, ...more, ...others]
}

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
