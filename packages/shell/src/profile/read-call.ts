import type { Call } from '../shell-command.ts'
import { shellNames } from '../unwrap/shell-names.ts'
import { unwrapCall } from '../unwrap/unwrap-call.ts'
import type { Word } from '../word/word.ts'
import { type CallBuilder, type CallContext, createCallBuilder } from './call-builder.ts'
import { delegate } from './checks/check-runner.ts'
import { optionTable } from './option-table.ts'
import { type Operand, parseArguments } from './parse-arguments.ts'
import type { Profile } from './profile.ts'
import { findProfile } from './profiles.ts'
import { readUnprofiled } from './read-unprofiled.ts'
import type { ArgumentRole } from './role.ts'
import { spellSubcommands } from './spell-subcommands.ts'

/** Base name of the program a word names; a trailing `.exe` is dropped. */
function programName(word: Word | undefined): string {
  const text = word?.text ?? ''
  return text.slice(text.lastIndexOf('/') + 1).replace(/\.exe$/i, '')
}

const trustedFolders = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/

/** Returns true if a command word names an installed program, not a file of the workspace with that name. */
function isTrustedName(word: Word): boolean {
  return word.static && (!word.text.includes('/') || trustedFolders.test(word.text))
}

/** `./gradlew`, `node_modules/.bin/eslint`: the workspace's own copy of a program that is known by its name. */
const isProjectsOwn = (word: Word): boolean =>
  word.static &&
  /^(?:\.\/)?(?:[\w.-]+\/)*(?:(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin|env\/bin|bin)\/[\w.-]+|gradlew|mvnw)$/.test(
    word.text,
  )

/** Reads one call by the profile of its program. */
export function readCall(argv: readonly Word[], context: CallContext): Call {
  const [program] = argv
  const call = createCallBuilder(argv, context, readCall)
  const name = programName(program)
  if (program === undefined)
    return call.finish({ name: '', profiled: false, help: false, readonly: true, touches: 'named' })
  const trusted = isTrustedName(program)
  const profile = findProfile(name)
  if (trusted && asksVersion(name, argv)) {
    doubtUnlessCore(profile, call)
    return call.finish({ name, profiled: true, help: true, readonly: true, touches: 'named' })
  }
  if (trusted && unwrapCall(name, call)) {
    if (name === 'xargs') boundProcesses(call)
    if (!coreLaunchers.has(name)) call.doubt(`${name} is not on the core list`)
    return call.finish({ name, profiled: true, help: isHelp(argv), readonly: true, touches: 'reported' })
  }
  if (profile === undefined || !trusted) {
    readUnprofiled(call)
    if (!trusted) guessInner(name, argv, context, call)
    if (isProjectsOwn(program)) delegate(call, [{ ...program, text: name, prefix: name }, ...argv.slice(1)], 0)
    return call.finish({ name, profiled: false, help: isHelp(argv), readonly: false, touches: 'any' })
  }
  spellSubcommands(name, call)
  if (isHelp(argv)) {
    doubtUnlessCore(profile, call)
    return call.finish({ name, profiled: true, help: true, readonly: true, touches: 'named' })
  }
  const last = readProfile(profile, call, 1)
  const touches = last.touches ?? (onlyReads(last) ? 'reported' : 'any')
  return call.finish({ name, profiled: true, help: false, readonly: true, touches })
}

/** Launchers that do nothing but start what is judged on its own. */
const coreLaunchers: ReadonlySet<string> = new Set([
  ...shellNames,
  ...'builtin chrt command env eval exec gtime gtimeout ionice nice nohup setsid stdbuf taskset time timeout trap xargs'.split(
    ' ',
  ),
])

/** `xargs -P0` starts as many processes as there is input. */
function boundProcesses(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (option.name !== '-P' && option.name !== '--max-procs') continue
    if (!/^[1-9]\d?$/.test(value?.text ?? '')) call.gadget(index, 'starts any number of processes at once')
  }
}

function doubtUnlessCore(profile: Profile | undefined, call: CallBuilder): void {
  if (profile?.core === undefined) call.doubt(`${call.argv[0]?.text ?? ''} is not on the core list`)
  call.viewer = profile?.core === 'viewer'
}

const shortVersions: ReadonlyMap<string, RegExp> = new Map([
  ...[
    'node',
    'npm',
    'npx',
    'yarn',
    'pnpm',
    'bun',
    'ruby',
    'perl',
    'php',
    'lua',
    'tsc',
    'make',
    'git',
    'gcc',
    'clang',
  ].map((name) => [name, /^-v$/] as const),
  ...['python', 'python3', 'ssh', 'tmux', 'rustc', 'cargo', 'deno'].map((name) => [name, /^-V$/] as const),
  ...['java', 'javac'].map((name) => [name, /^-version$/] as const),
])

/** `bash --version`, `node -v`: the one word that makes a known program do nothing else. */
function asksVersion(name: string, argv: readonly Word[]): boolean {
  const [, option] = argv
  if (argv.length !== 2 || option?.static !== true) return false
  if (shellNames.has(name)) return /^--(?:version|help)$/.test(option.text)
  return shortVersions.get(name)?.test(option.text) === true
}

/** A file that has the name of a launcher may be one: what it would start counts for denials. */
function guessInner(name: string, argv: readonly Word[], context: CallContext, call: CallBuilder): void {
  const guess = createCallBuilder(argv, context, readCall)
  if (!unwrapCall(name, guess)) return
  for (const inner of guess.finish({ name, profiled: true, help: false, readonly: true, touches: 'any' }).inner) {
    call.run({ ...inner, denyOnly: true })
  }
}

/** `prog --help`, `prog sub --version`: nothing but the request for help. */
function isHelp(argv: readonly Word[]): boolean {
  const last = argv.at(-1)
  if (last?.static !== true || argv.length > 3 || argv.length < 2) return false
  if (last.text !== '--help' && last.text !== '--version') return false
  return (
    argv.length === 2 || (argv[1]?.static === true && /^[a-z][a-z-]*$/.test(argv[1].text) && last.text === '--help')
  )
}

/** Applies a profile to the words from `start` on; sub-commands recur into theirs. Answers with the profile of the last one. */
function readProfile(profile: Profile, call: CallBuilder, start: number): Profile {
  const { argv } = call
  call.named = Math.max(call.named, start)
  for (const effect of profile.effects ?? []) call.effect(effect)
  if (profile.gadget !== undefined)
    call.gadget(start > 1 ? start - 1 : argv.length > 1 ? argv.length - 1 : -1, profile.gadget)
  const stops = profile.subcommands === undefined ? {} : { stopAtOperand: true }
  const parsed = parseArguments(argv, start, optionTable(profile.options ?? ''), { style: profile.style, ...stops })
  call.parsed = parsed
  for (const { option, index } of parsed.options) call.spell(index, [option.name, ...option.spellings])
  readOptions(profile, call)
  const [first] = parsed.operands
  const subcommand = first?.word.static === true ? own(profile.subcommands, first.word.text) : undefined
  if (subcommand !== undefined && first !== undefined) {
    return readProfile(subcommand, call, first.index + 1)
  }
  if (profile.subcommands !== undefined && !profile.subcommandOptional && first !== undefined) {
    call.gadget(first.index, `the sub-command ${first.word.text} is not known to be harmless`)
    call.strays(`the sub-command ${first.word.text} is not known`)
    for (const operand of parsed.operands) call.apply('name', operand.word, operand.index, operand.word.text)
    readUnprofiled(call)
    return profile
  }
  profile.reach?.(call)
  applyOperands(profile, call)
  profile.check?.(call)
  doubtUnlessCore(profile, call)
  if (!onlyReads(profile))
    call.change(
      `${argv
        .slice(0, call.named)
        .map((word) => word.text)
        .join(' ')} is not read-only`,
    )
  return profile
}

function readOptions(profile: Profile, call: CallBuilder): void {
  const { parsed, argv } = call
  for (const { option } of parsed.options) if (option.role === 'recursive') call.recursive = true
  for (const { option, value, index, valueIndex } of parsed.options) {
    if (option.role === 'settings' && value === undefined) continue
    const word = value ?? argv[index]
    const bare = value === undefined && (option.role === 'run' || option.role === 'code')
    if (option.role === 'name' && value !== undefined && !onlyReads(profile) && mayBeLoaded(value.text))
      call.gadget(index, `${option.name} ${value.text} may name something to load`)
    if (word !== undefined)
      call.apply(bare ? 'gadget' : option.role, word, option.role === 'data' ? valueIndex : index, option.name)
  }
  if (profile.argumentFiles === true) {
    for (const { word, index } of parsed.operands)
      if (word.text.startsWith('@')) call.gadget(index, `${word.text} names a file of options`)
  }
  if (profile.anyOption === true) return
  for (const index of parsed.unknown) {
    call.strays(`the option ${argv[index]?.text ?? ''} is not known`)
    call.gadget(index, `the option ${argv[index]?.text ?? ''} is not known to be harmless`)
  }
  if (!hasRiskyOption(profile)) return
  for (const index of parsed.uncertain) {
    call.strays(`${argv[index]?.text ?? ''} could become an option`)
    call.gadget(index, `${argv[index]?.text ?? ''} could become an option`)
  }
}

const onlyReads = (profile: Profile): boolean => profile.readonly === true || profile.core !== undefined

/** A path, a URL or a file of code. */
const mayBeLoaded = (text: string): boolean =>
  /^[~/]|^\.{1,2}(?:\/|$)|[=:,](?:[~/]|\.{1,2}\/)|(?:^|\/)\.\.(?:\/|$)|:\/\/|\.(?:[cm]?[jt]sx?|rb|py|sh|so|jar|php|lua|pl|mk)$/.test(
    text,
  )

const risky = new WeakMap<Profile, boolean>()

/** Returns true if some option of the program does more than read, so that a word that may become an option matters. */
function hasRiskyOption(profile: Profile): boolean {
  const known = risky.get(profile)
  if (known !== undefined) return known
  const roles = new Set([...optionTable(profile.options ?? '').values()].map((option) => option.role))
  const harmless = new Set([
    'name',
    'text',
    'contained',
    'names',
    'data',
    'pattern',
    'recursive',
    'help',
    'read',
    'list',
  ])
  const answer = !onlyReads(profile) || profile.check !== undefined || [...roles].some((role) => !harmless.has(role))
  risky.set(profile, answer)
  return answer
}

function own<Value>(table: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

/** Gives each operand its role. Operands that the profile does not expect are gadgets. */
function applyOperands(profile: Profile, call: CallBuilder): void {
  const { operands, options } = call.parsed
  const reads = profile.readonly === true || profile.core !== undefined
  const roles = (profile.operands ?? '').split(' ').filter((role) => role !== '')
  const patternGiven = options.some((given) => given.option.role === 'pattern')
  if (patternGiven && roles[0] === 'pattern') roles.shift()
  const apply = (role: ArgumentRole | undefined, { word, index }: Pick<Operand, 'word' | 'index'>): void => {
    if (role === undefined) {
      call.strays(`the operand ${word.text} is not expected`)
      call.gadget(index, `the operand ${word.text} is not expected`)
    } else {
      call.apply(role, word, index, word.text)
      if (role === 'name' && !reads && /^[~/](?!\/)|(?:^|\/)\.\.(?:\/|$)/.test(word.text)) call.path(word, 'execute')
    }
  }
  const assigned = assign(operands, roles)
  for (const [operand, role] of assigned) apply(role, operand)
  if (call.argv.every(isOneWord)) return
  for (const { index, valueIndex } of options)
    for (let at = index; at <= valueIndex; at += 1) {
      const word = call.argv[at]
      if (word === undefined || isOneWord(word)) continue
      for (const role of rolesFrom(0, roles, operands.length === 0)) apply(role, { word, index: at })
    }
  assigned.forEach(([operand, own], place) => {
    if (isOneWord(operand.word)) return
    const later = rolesFrom(place, roles, place === assigned.length - 1)
    for (const role of later) if (role !== own) apply(role, operand)
  })
}

/** An unquoted expansion or pattern may become several words, so that what follows it moves on. */
const isOneWord = (word: Word): boolean => !word.splits && (word.static || !word.pattern)

/** Returns the roles of operands from a place on, each once. `undefined`: that of one which the profile does not expect. */
function rolesFrom(place: number, roles: readonly string[], isLast: boolean): ReadonlySet<ArgumentRole | undefined> {
  const star = roles.findIndex((role) => role.endsWith('*'))
  if (star < 0) return new Set([...roles.slice(place), undefined] as (ArgumentRole | undefined)[])
  const rest = roles.slice(Math.min(place, star), isLast ? undefined : star + 1)
  return new Set(rest.map((role) => role.replace('*', '') as ArgumentRole))
}

function assign(operands: readonly Operand[], roles: readonly string[]): [Operand, ArgumentRole | undefined][] {
  const star = roles.findIndex((role) => role.endsWith('*'))
  if (star < 0) return operands.map((operand, index) => [operand, roles[index] as ArgumentRole | undefined])
  const head = roles.slice(0, star)
  const tail = roles.slice(star + 1)
  const repeated = roles[star]?.slice(0, -1)
  const tailStart = Math.max(head.length, operands.length - tail.length)
  return operands.map((operand, index) => {
    if (index < head.length) return [operand, head[index] as ArgumentRole]
    if (index >= tailStart) return [operand, tail[index - tailStart] as ArgumentRole]
    return [operand, repeated as ArgumentRole]
  })
}
