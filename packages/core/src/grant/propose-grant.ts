import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { isInterpreterName, suggestPrefix } from '@drawbridge/shell/cover'
import { stableStringify } from '../json/index.ts'
import type { CallFacts } from '../policy/authority.ts'
import { type CommandTarget, type PathTarget, shellCommand, type Target } from '../target/target.ts'
import type { GrantProposal, GrantScope } from './grant.ts'

/** The narrowest grant that covers a call, or why none is on offer: such a call is asked about every time. */
export type Proposal =
  | { readonly grantable: true; readonly proposal: GrantProposal }
  | { readonly grantable: false; readonly why: string }

/** Pure. What is asked in every mode, what destroys, and what cannot be known beforehand is never grantable. */
export function proposeGrant({ tool, permission, risk, targets, input }: CallFacts): Proposal {
  const why = risk === 'destructive' ? 'it destroys what may not come back' : firstObjection(targets)
  if (why !== undefined) return { grantable: false, why }
  const scopes = targets.flatMap((target) => scopeOf(target) ?? [])
  if (scopes.length === 0 || targets.some(({ kind }) => kind === 'server')) scopes.push(inputScope(input))
  return { grantable: true, proposal: { tool, scopes: distinct(scopes), permission, risk } }
}

/** The digest by which a grant of one exact input knows it. */
export function inputScope(input: unknown): GrantScope {
  return { kind: 'input', digest: createHash('sha256').update(stableStringify(input)).digest('hex') }
}

function firstObjection(targets: readonly Target[]): string | undefined {
  for (const target of targets) {
    const objection = objectionTo(target)
    if (objection !== undefined) return objection
  }
  return undefined
}

/** Why a target keeps its call from being granted beyond once; undefined where nothing speaks against it. */
export function objectionTo(target: Target): string | undefined {
  switch (target.kind) {
    case 'path':
      return objectionToPath(target)
    case 'command':
      return objectionToCommand(target)
    case 'dynamic':
      return `it cannot be known beforehand what it touches: ${target.why}`
    case 'host':
    case 'session':
    case 'agent':
    case 'server':
      return undefined
  }
}

function objectionToPath({ declared, access, recursive, sensitive, protected: guarded, why }: PathTarget) {
  if (sensitive) return `"${declared}" is a place where credentials are kept`
  const changes = access === 'write' || access === 'delete'
  if (guarded === true && changes) return `"${declared}" decides what runs or is allowed later`
  if (recursive && changes) return `it changes everything below "${declared}"`
  if (access === 'delete') return `it deletes "${declared}"`
  return why === undefined ? undefined : `"${declared}": ${why}`
}

function objectionToCommand(target: CommandTarget): string | undefined {
  const command = target[shellCommand]
  const name = target.argv.map(({ text }) => text).join(' ')
  if (target.denyGroups.length > 0) return `"${name}" is in the group ${target.denyGroups.map(({ group }) => group)}`
  if (command === undefined) return `"${name}" was not analysed`
  const [gadget] = command.call.gadgets
  if (gadget !== undefined) return gadget.why
  if (isInterpreterName(command.call.name)) return `"${name}" runs code that the command does not show`
  if (target.program.name.includes('/')) return `"${target.program.name}" is a file that may change`
  const prefix = suggestPrefix(command)
  if (prefix === undefined) return `no prefix of "${name}" says all that it does`
  const isWhole = prefix === target.argv[0]?.text
  return isWhole && target.argv.some((word) => !word.static)
    ? `parts of "${name}" are known only when it runs`
    : undefined
}

function scopeOf(target: Target): GrantScope | undefined {
  switch (target.kind) {
    case 'path': {
      const { real, recursive, access } = target
      return { kind: 'path', folder: recursive ? real : posix.dirname(real), below: recursive, access }
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

/** A prefix of one word is the program alone, which says nothing about what it will do: then it is the whole command. */
function commandScope({ cwd, program, argv, [shellCommand]: command }: CommandTarget): GrantScope | undefined {
  const prefix = command && suggestPrefix(command)
  if (prefix === undefined) return undefined
  const place = { cwd, ...(program.path === undefined ? {} : { program: program.path }) }
  return prefix === argv[0]?.text
    ? { kind: 'argv', argv: argv.map(({ text }) => text), ...place }
    : { kind: 'command', prefix, ...place }
}

/** A line such as `git add a && git add b` saves one scope, and shows one. */
function distinct(scopes: readonly GrantScope[]): readonly GrantScope[] {
  return [...new Map(scopes.map((scope) => [stableStringify(scope), scope])).values()]
}
