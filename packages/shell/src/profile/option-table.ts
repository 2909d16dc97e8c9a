import type { ArgumentRole } from './role.ts'

export interface Option {
  readonly name: string
  /** `last`: a required value after which no option follows (`python -m`). `pair`: two words follow, of which the second is the value (`jq --arg name value`). `digits`: digits may follow in the same word, then more options (`perl -0777ne`). */
  readonly value: 'none' | 'required' | 'last' | 'optional' | 'pair' | 'digits'
  readonly role: ArgumentRole
  /** The other spellings of the same option. */
  readonly spellings: readonly string[]
}

export type OptionTable = ReadonlyMap<string, Option>

const compiled = new Map<string, OptionTable>()

/** Reads the option notation of a profile (see `Profile.options`); each notation is read once. */
export function optionTable(notation: string): OptionTable {
  const known = compiled.get(notation)
  if (known !== undefined) return known
  const table = new Map<string, Option>()
  for (const token of notation.split(/\s+/)) {
    if (token === '') continue
    for (const option of readToken(token)) table.set(option.name, option)
  }
  for (const [name, option] of table) table.set(name, { ...option, spellings: spellingsOf(option, table) })
  compiled.set(notation, table)
  return table
}

const valueKinds = new Map([
  ['=', 'required'],
  ['=?', 'optional'],
  ['=!', 'last'],
  ['=2', 'pair'],
  ['=#', 'digits'],
] as const)

function readToken(token: string): Option[] {
  const bundle = /^-\[(.+?)\](=[?2!#]?)?(?::([a-z]+))?$/.exec(token)
  const single = bundle ?? /^(.+?)(=[?2!#]?)?(?::([a-z]+))?$/.exec(token)
  const [, head = token, mark, role = 'name'] = single ?? []
  const value = valueKinds.get((mark ?? '') as '=') ?? 'none'
  const names = bundle === null ? head.split('|') : [...head].map((letter) => `-${letter}`)
  const spellings = bundle === null ? names : []
  return names.map((name) => ({ name, value, role: role as ArgumentRole, spellings }))
}

/** Letters that mean the same wherever a program has both: `-f` and `--force`. */
const usual: readonly (readonly string[])[] = [
  ['-f', '--force'],
  ['-r', '-R', '--recursive'],
  ['-d', '--delete'],
  ['-m', '--move'],
  ['-a', '--all'],
  ['-u', '--set-upstream'],
  ['-g', '--global'],
  ['-y', '--yes'],
  ['-i', '--in-place'],
  ['-p', '--prune'],
  ['-P', '--prune'],
]

function spellingsOf({ name, role, spellings }: Option, table: OptionTable): readonly string[] {
  const pairs = usual
    .flatMap((group) => (group.includes(name) ? group : []))
    .filter((other) => table.get(other)?.role === role)
  return [...new Set([...spellings, ...pairs])].filter((other) => other !== name)
}
