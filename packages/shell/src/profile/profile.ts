import type { CallBuilder } from './call-builder.ts'

/**
 * What an option or operand means. `data`: free text, may be unknown. `name`: an argument without effect of its own.
 * `read list write delete script`: a path and what is done with it. `output`: a file written by a program that otherwise
 * reads. `send`: a file whose content leaves the machine. `directory`: the folder to work in. `host`, `url`: where the
 * program connects. `run`: a command or code to load. `code`: inline code. `change`: no longer read-only, yet within what
 * the program is for. `gadget`: more than the program's name says. `recursive`: reads a whole tree. `help`: prints help.
 * `pattern`: data that takes the place of the first operand. `ignored-pattern` is the operand it replaces.
 */
export type Role =
  | 'name'
  | 'data'
  | 'pattern'
  | 'read'
  | 'list'
  | 'write'
  | 'delete'
  | 'script'
  | 'output'
  | 'send'
  | 'directory'
  | 'host'
  | 'url'
  | 'run'
  | 'code'
  | 'change'
  | 'gadget'
  | 'recursive'
  | 'help'

/** One program, or one sub-command of it. Everything that is not named here is a gadget. */
export interface Profile {
  /**
   * Known options, blank-separated: `-a|--all`, `-n|--lines=` (value required), `--color=?` (value only after `=`),
   * `-o|--output=:output` (with a role), `-[abc]` (three flags), `-#` (a number as option).
   */
  readonly options?: string
  /** `posix` stops at the first operand; `single` has long options with one dash. Default: GNU. */
  readonly style?: 'gnu' | 'posix' | 'single'
  /** Unknown options are taken as plain, for programs none of whose options do anything else. */
  readonly anyOption?: boolean
  /** Roles of the operands in order; the one marked `*` takes all in between: `pattern read*`, `read* write`. */
  readonly operands?: string
  /** The program only reads; without it every call is a change. */
  readonly readonly?: boolean
  /** Why the whole (sub-)command does more than the words before it say. */
  readonly gadget?: string
  readonly effects?: readonly Effect[]
  readonly subcommands?: Readonly<Record<string, Profile>>
  /** A sub-command is not needed: `operands` hold when none of the known ones follows. */
  readonly subcommandOptional?: boolean
  /** Reads what the table cannot say: little languages, operands with a syntax of their own. */
  readonly check?: (call: CallBuilder) => void
}

export type Effect = 'reads' | 'writes' | 'deletes' | 'executes' | 'network' | 'privilege' | 'process' | 'system'

/** Profiles of one family, by program name. */
export type ProfileTable = Readonly<Record<string, Profile>>
