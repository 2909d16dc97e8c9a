import { isFreePath } from '../effect/path-objection.ts'
import { resolvePath } from '../effect/resolve-path.ts'
import { useHost } from '../effect/use-host.ts'
import { usePath, wholeReach } from '../effect/use-path.ts'
import type { World } from '../effect/world.ts'
import type { Access, Call, Effect, Gadget, Inner, Listed, Reach } from '../shell-command.ts'
import { couldBecomeOption, type Word } from '../word/word.ts'
import { isOwnSettings } from './is-own-settings.ts'
import { lineIn } from './line-in.ts'
import { listedPatterns } from './listed-patterns.ts'
import type { ParsedArguments } from './parse-arguments.ts'
import type { ArgumentRole } from './role.ts'
import { unnamedBy } from './unnamed-by.ts'

/** The context for parsing a call. */
export interface CallContext {
  readonly world: World
  readonly cwd: string
  readonly cwdKnown: boolean
  /** The number of runners before the words of this call (`npx npx tsc`). */
  readonly runners?: number
  /** The text on standard input, if known. */
  readonly stdin?: string
  /** Standard input is a pipe that carries names of files only, one per line or NUL-separated. */
  readonly listed?: Listed | undefined
  /** True if standard input is a pipe, a file or a here-document. */
  readonly hasInput?: boolean
  /** Patterns that the shell expands besides the arguments: in lists that the command assigns. */
  readonly globs?: readonly Word[]
}

/** A call while it is read: profiles note on it what they find. */
export interface CallBuilder {
  readonly argv: readonly Word[]
  readonly context: CallContext
  parsed: ParsedArguments
  /** Roles are applied relative to this folder; `-C`-like options move it. */
  cwd: string
  recursive: boolean
  /** The entries of a folder that the following paths read. */
  reach: Reach
  readsScript: boolean
  transparent: boolean
  viewer: boolean
  condition: Call['condition']
  named: number
  /** @param more `touches: 'named'`: the files that it means by this are among its paths. */
  gadget(
    words: number | readonly number[],
    why: string,
    more?: Pick<Gadget, 'beyondName'> & { readonly touches?: 'named' },
  ): void
  change(why: string): void
  /** Marks the call as one that may touch files that none of its words names, whatever its profile says. */
  strays(why: string): void
  doubt(why: string): void
  path(word: Word, access: Access): void
  host(word: Word): void
  data(index: number): void
  effect(effect: Effect): void
  code(word: Word): void
  run(inner: Inner): void
  /** Reads other words as a call of their own, in the folder of this one. */
  read(argv: readonly Word[]): Call
  /** Notes other words that mean the same in place of the one at `index`. */
  spell(index: number, spellings: readonly string[]): void
  /** Returns true if any of these options was given. */
  has(...names: string[]): boolean
  /** Applies a role to one word, as the table does. */
  apply(role: ArgumentRole, word: Word, index: number, why: string): void
  finish(details: {
    readonly name: string
    readonly profiled: boolean
    readonly help: boolean
    readonly readonly: boolean
    /** The files that it touches: `named`, its words name them all. `reported`: they do, unless something was noted. */
    readonly touches: 'named' | 'reported' | 'any'
  }): Call
}

const maximumRunners = 6

/** Reads a call; passed in, so that profiles need not know who reads them. */
export type ReadCall = (argv: readonly Word[], context: CallContext) => Call

export function createCallBuilder(argv: readonly Word[], context: CallContext, read: ReadCall): CallBuilder {
  const gadgets: Call['gadgets'][number][] = []
  const paths: Call['paths'][number][] = []
  const hosts: Call['hosts'][number][] = []
  const data = new Set<number>()
  const effects = new Set<Effect>()
  const inner: Inner[] = []
  const code: Word[] = []
  const spellings = new Map<number, readonly string[]>()
  let change: string | undefined
  let doubt: string | undefined
  let strays: string | undefined
  let unclear: string | undefined
  const builder: CallBuilder = {
    argv,
    context,
    parsed: { options: [], operands: [], unknown: [], uncertain: [] },
    cwd: context.cwd,
    recursive: false,
    reach: wholeReach,
    readsScript: false,
    transparent: false,
    viewer: false,
    condition: undefined,
    named: 1,
    gadget(words, why, { touches, ...more } = {}) {
      if (touches === undefined) unclear ??= why
      gadgets.push({ words: typeof words === 'number' ? [words] : words, why, ...more })
    },
    strays(why) {
      strays ??= why
    },
    change(why) {
      change ??= why
    },
    doubt(why) {
      doubt ??= why
    },
    path(word, access) {
      if (word.text === '-' && word.static) return
      if (access === 'execute') builder.strays(`runs ${word.text}`)
      effects.add(
        access === 'write' ? 'writes' : access === 'delete' ? 'deletes' : access === 'execute' ? 'executes' : 'reads',
      )
      const { cwd, recursive, reach } = builder
      paths.push(usePath(word, access, { world: context.world, cwd, known: context.cwdKnown, recursive, reach }))
    },
    host(word) {
      effects.add('network')
      hosts.push(useHost(word))
    },
    data(index) {
      data.add(index)
    },
    effect(effect) {
      effects.add(effect)
    },
    code(word) {
      code.push(word)
    },
    run(command) {
      effects.add('executes')
      if (command.denyOnly === true) builder.strays('starts a command that is not clear')
      inner.push(command)
    },
    read: (words) => {
      const runners = (context.runners ?? 0) + 1
      if (runners > maximumRunners) builder.gadget(-1, 'starts a program by too many others')
      return read(runners > maximumRunners ? [] : words, { ...context, cwd: builder.cwd, runners })
    },
    spell(index, words) {
      spellings.set(index, [...(spellings.get(index) ?? []), ...words])
    },
    has: (...names) => builder.parsed.options.some((given) => names.includes(given.option.name)),
    apply(role, word, index, why) {
      applyRole(builder, role, word, index, why)
    },
    finish({ name, profiled, help, readonly, touches }) {
      paths.push(...listedPatterns([...argv.slice(1), ...(context.globs ?? [])], paths, context))
      const reason = change ?? gadgets[0]?.why
      const unnamed = strays ?? unnamedBy(touches, unclear, reason)
      return {
        name,
        profiled,
        help,
        gadgets,
        paths,
        hosts,
        data,
        effects,
        inner,
        code,
        transparent: builder.transparent,
        viewer: builder.viewer,
        ...(builder.condition === undefined ? {} : { condition: builder.condition }),
        readsScript: builder.readsScript,
        readonly: readonly && reason === undefined,
        named: builder.named,
        spellings,
        ...(reason === undefined ? {} : { change: reason }),
        ...(doubt === undefined ? {} : { doubt }),
        ...(unnamed === undefined ? {} : { unnamed }),
      }
    },
  }
  return builder
}

/** Many programs accept a URL in place of a file. */
const fetches = (word: Word): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word.text)

function fetch(call: CallBuilder, word: Word, index: number): void {
  call.host(word)
  call.gadget(index, `${word.text} is somewhere else`, { touches: 'named' })
}

function applyRole(call: CallBuilder, role: ArgumentRole, word: Word, index: number, why: string): void {
  switch (role) {
    case 'name':
      if (couldBecomeOption(word) && index === -1) call.change(`${why} is not known beforehand`)
      return
    case 'text':
      return
    case 'contained':
      call.doubt(`${why} is not on the core list`)
      return
    case 'goal':
      if (index !== call.parsed.operands[0]?.index && !/^\d+$|^[\w.-]+[:+?]?=/.test(word.text))
        call.gadget(index, `${word.text} is another goal`, { beyondName: true, touches: 'named' })
      return
    case 'data':
    case 'pattern':
      call.data(index)
      return
    case 'read':
    case 'list':
    case 'write':
    case 'delete':
      if (fetches(word)) fetch(call, word, index)
      else call.path(word, role)
      return
    case 'script':
    case 'settings':
      if (fetches(word)) fetch(call, word, index)
      else call.path(word, 'execute')
      if (role === 'settings' && !isOwnSettings(call.argv[0], word))
        call.gadget(index, `${why} chooses the settings that it obeys`)
      call.change(`runs ${word.text}`)
      return
    case 'output':
      if (word.static && (word.text === '-' || isFreePath(resolvePath(call.cwd, word.text), 'write'))) return
      call.path(word, 'write')
      call.gadget(index, `${why} writes a file`, { touches: 'named' })
      return
    case 'edit':
      call.gadget(index, `${why} changes its files`, { touches: 'named' })
      return
    case 'names':
      call.path(word, 'read')
      call.strays(`reads the files that ${word.text} names`)
      call.gadget(index, `${why} reads the files that another file names`)
      return
    case 'send':
      call.path(word, 'read')
      call.effect('network')
      call.gadget(index, `${why} sends a file`, { touches: 'named' })
      return
    case 'directory':
      call.path(word, 'list')
      call.cwd = resolvePath(call.cwd, word.text)
      return
    case 'place':
      call.path(word, 'write')
      call.gadget(index, `${why} chooses the folder that it works in`, { beyondName: true, touches: 'named' })
      call.cwd = resolvePath(call.cwd, word.text)
      return
    case 'host':
    case 'url':
      call.host(word)
      return
    case 'run':
      call.strays(`${why} runs or loads other code`)
      call.run({ kind: 'script', text: lineIn(word), positional: [], denyOnly: true })
      call.gadget(index, `${why} runs or loads other code`)
      return
    case 'code':
      call.effect('executes')
      call.code(word)
      call.strays(`${why} is inline code`)
      call.gadget(index, `${why} is inline code`)
      return
    case 'change':
      call.change(`${why} changes something`)
      return
    case 'gadget':
      call.gadget(index, `${why} does more than the program's name says`)
      return
    case 'recursive':
      call.recursive = true
      return
    case 'help':
      return
    default:
      role satisfies never
  }
}
