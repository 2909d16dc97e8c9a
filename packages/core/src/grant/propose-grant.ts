import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { suggestPrefix } from '@drawbridge/shell/cover'
import { stableStringify } from '../json/index.ts'
import type { CallFacts } from '../policy/authority.ts'
import { type CommandTarget, type PathTarget, shellCommand, type Target } from '../target/target.ts'
import type { GrantProposal, GrantScope } from './grant.ts'
import { objectionToCommand } from './objection-to-command.ts'

/** The narrowest grant that covers a call, or why none is on offer: such a call is asked about every time. */
export type Proposal =
  | { readonly grantable: true; readonly proposal: GrantProposal }
  | { readonly grantable: false; readonly why: string }

/** Pure. What is asked in every mode, what destroys, and what cannot be known beforehand is never grantable. */
export function proposeGrant({ tool, permission, risk, targets, input }: CallFacts): Proposal {
  const why = risk === 'destructive' ? 'it may destroy data permanently' : firstObjection(targets)
  if (why !== undefined) return { grantable: false, why }
  const scopes = targets.flatMap((target) => scopeOf(target, targets) ?? [])
  if (scopes.length === 0 || targets.some(({ kind }) => kind === 'server')) scopes.push(inputScope(input))
  return { grantable: true, proposal: { tool, scopes: distinct(scopes), permission, risk } }
}

/** The digest by which a grant of one exact input knows it. */
export function inputScope(input: unknown): GrantScope {
  return { kind: 'input', digest: createHash('sha256').update(stableStringify(input)).digest('hex') }
}

function firstObjection(targets: readonly Target[]): string | undefined {
  for (const target of targets) {
    const objection = objectionTo(target) ?? beyondItsFolder(target, targets)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** A program that is given a folder above its own may do anything there. */
function beyondItsFolder(target: Target, targets: readonly Target[]): string | undefined {
  if (target.kind !== 'path' || target.access !== 'write') return undefined
  const isAbove = targets.some(
    (each) => each.kind === 'command' && each.cwd !== target.real && lies(each.cwd, target.real),
  )
  return isAbove ? `it may change anything in "${target.declared}", a folder above the one where it runs` : undefined
}

function lies(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** Returns the reason that a target keeps its call from being granted more than once; undefined if it does not. */
export function objectionTo(target: Target): string | undefined {
  switch (target.kind) {
    case 'path':
      return objectionToPath(target)
    case 'command':
      return objectionToCommand(target)
    case 'dynamic':
      return `its targets are unknown: ${target.why}`
    case 'host':
    case 'session':
    case 'agent':
    case 'server':
      return undefined
  }
}

function objectionToPath({ declared, access, recursive, sensitive, protected: guarded, why }: PathTarget) {
  if (sensitive) return `"${declared}" contains credentials`
  const changes = access === 'write' || access === 'delete'
  if (guarded === true && changes) return `"${declared}" decides what later runs or is allowed`
  if (recursive && changes) return `it changes everything below "${declared}"`
  if (access === 'delete') return `it deletes "${declared}"`
  return why === undefined ? undefined : `"${declared}": ${why}`
}

function scopeOf(target: Target, targets: readonly Target[]): GrantScope | undefined {
  switch (target.kind) {
    case 'path': {
      const { real, recursive, access } = target
      // A path of a command may be a folder, and its own folder is one: the folder around it would be more than was shown.
      const isWhole = recursive || targets.some((each) => each.kind === 'command' && isExact(each, real))
      return { kind: 'path', folder: isWhole ? real : posix.dirname(real), below: isWhole, access }
    }
    case 'command':
      return commandScope(target)
    case 'host': {
      const { scheme, host, port } = target
      return { kind: 'host', scheme, host, port }
    }
    case 'session':
    case 'agent':
    case 'server':
      return { kind: target.kind, id: target.id }
    case 'dynamic':
      return undefined
  }
}

/**
 * Returns true if a path of this command is granted unchanged: its own folder, or one that belongs to exactly these
 * words.
 */
function isExact(command: CommandTarget, real: string): boolean {
  return command.cwd === real || commandScope(command)?.kind === 'argv'
}

/**
 * A prefix of one word is the program alone, which says nothing about what it will do: then it is the whole command. So it is where
 * the program's name is more than a plain word.
 */
function commandScope({ cwd, program, argv, [shellCommand]: command }: CommandTarget): GrantScope | undefined {
  const prefix = command && suggestPrefix(command)
  if (prefix === undefined) return undefined
  const place = { cwd, ...(program.path === undefined ? {} : { program: program.path }) }
  const name = argv[0]?.text ?? ''
  return prefix === name || !/^[\w@%+=:,.-]+$/.test(name)
    ? { kind: 'argv', argv: argv.map(({ text }) => text), ...place }
    : { kind: 'command', prefix, ...place }
}

/** A line such as `git add a && git add b` saves one scope, and shows one. */
function distinct(scopes: readonly GrantScope[]): readonly GrantScope[] {
  return [...new Map(scopes.map((scope) => [stableStringify(scope), scope])).values()]
}
