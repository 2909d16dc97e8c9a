import { type Option, optionTable } from '../profile/option-table.ts'
import type { Profile } from '../profile/profile.ts'
import { profiles } from '../profile/profiles.ts'
import type { ArgumentRole } from '../profile/role.ts'

/** A line that does more than its program's name says, by what the program's own profile declares. */
export interface Attack {
  readonly cmd: string
  /** The program and its sub-command: what a person might have granted. */
  readonly rule: string
  /** A rule of these words may cover it: it is what the program is for. */
  readonly grantable: boolean
}

/** Something harmful of the kind that each role stands for; roles that are missing do no harm by themselves. */
const payloads: Partial<Record<ArgumentRole, string>> = {
  run: 'touch pwn',
  code: 'touch pwn',
  gadget: 'pwn',
  script: '/tmp/evil',
  settings: 'evil',
  place: '/tmp/evil',
  directory: '/srv/x',
  output: '/etc/pwn',
  write: '/etc/pwn',
  delete: '/etc/pwn',
  read: '/etc/shadow',
  list: '/srv/x',
  names: '/etc/shadow',
  send: '/etc/shadow',
  change: 'pwn',
}

/** Every option of every profiled program with a harmful value, attached, detached and abbreviated, and words that no profile declares. */
export function* generateAttacks(): Generator<Attack> {
  const seen = new Set<Profile>()
  for (const [name, profile] of profiles) yield* attacksOn(name, profile, seen)
}

/** Programs and sub-commands that share a profile are tried once. */
function* attacksOn(rule: string, profile: Profile, seen: Set<Profile>): Generator<Attack> {
  if (seen.has(profile)) return
  seen.add(profile)
  for (const [name, inner] of Object.entries(profile.subcommands ?? {}))
    yield* attacksOn(`${rule} ${name}`, inner, seen)
  yield { cmd: `${rule} > /etc/pwn`, rule, grantable: false }
  yield { cmd: `cd / && ${rule}`, rule, grantable: false }
  yield { cmd: `PATH=. ${rule}`, rule, grantable: false }
  if (profile.subcommands !== undefined && profile.subcommandOptional !== true) {
    yield { cmd: `${rule} undeclared-sub-command`, rule, grantable: false }
    return
  }
  const table = optionTable(profile.options ?? '')
  if (profile.anyOption !== true) {
    yield { cmd: `${rule} --undeclared-option`, rule, grantable: false }
    if (!takesOperands(profile)) yield { cmd: `${rule} one two three four five six`, rule, grantable: false }
  }
  for (const option of table.values()) {
    const payload = payloads[option.role]
    if (payload === undefined) continue
    for (const words of formsOf(option, payload, profile)) {
      if (words.abbreviates && (profile.anyOption === true || table.has(words.text.replace(/=.*/, '')))) continue
      yield { cmd: `${rule} ${words.text}`, rule, grantable: option.role === 'change' }
    }
  }
}

const takesOperands = ({ operands = '', check }: Profile): boolean => operands.includes('*') || check !== undefined

interface Form {
  readonly text: string
  readonly abbreviates: boolean
}

function formsOf({ name, value }: Option, payload: string, { style }: Profile): readonly Form[] {
  if (/[#\d]$/.test(name)) return []
  const quoted = /\s/.test(payload) ? `'${payload}'` : payload
  const isSingle = style === 'single'
  const isLong = name.startsWith('--') || (isSingle && name.length > 2)
  const whole = (...texts: readonly string[]): Form[] => texts.map((text) => ({ text, abbreviates: false }))
  const attached = `${name}${isLong ? '=' : ''}${quoted}`
  const cut: readonly Form[] =
    name.startsWith('--') && name.length > 7 ? [{ text: `${name.slice(0, -2)}=${quoted}`, abbreviates: true }] : []
  switch (value) {
    case 'none':
    case 'digits':
      return [...whole(name), ...cut]
    case 'optional':
      return [...whole(attached), ...cut]
    case 'last':
      return whole(`${name} ${quoted}`)
    case 'pair':
      return whole(`${name} x ${quoted}`)
    case 'required':
      return [...whole(`${name} ${quoted}`, ...(isSingle && !isLong ? [] : [attached])), ...cut]
    default:
      return value satisfies never
  }
}
