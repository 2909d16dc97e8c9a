import type { Effect } from '../shell-command.ts'
import type { CallBuilder } from './call-builder.ts'
import type { ArgumentStyle } from './role.ts'

/** One program, or one sub-command of it. Everything that is not named here is a gadget. */
export interface Profile {
  /**
   * Known options, blank-separated: `-a|--all`, `-n|--lines=` (value required), `--color=?` (value only after `=`),
   * `-o|--output=:output` (with a role), `-[abc]` (three flags), `-#` (a number as option), `-0=#` (digits may follow at once).
   */
  readonly options?: string
  /** `posix` stops at the first operand; `single` has long options with one dash. Default: GNU. */
  readonly style?: ArgumentStyle
  /** An operand `@file` stands for options that are read from the file. */
  readonly argumentFiles?: boolean
  /** Unknown options are taken as plain, for programs none of whose options do anything else. */
  readonly anyOption?: boolean
  /** Roles of the operands in order; the one marked `*` takes all in between: `pattern read*`, `read* write`. */
  readonly operands?: string
  /**
   * True if the program only reads; without it and `core` every call is a change. It runs contained if no one approved
   * it.
   */
  readonly readonly?: boolean
  /**
   * Set if the program only reads, runs no code of the workspace, reads no configuration there, and has all its options and
   * operands declared: it runs directly. A `viewer` shows the state of the machine. It never runs in a sandbox, because its answer
   * would be wrong there.
   */
  readonly core?: 'reader' | 'viewer' | undefined
  /**
   * Its words name every file that it touches, whatever its known options are, as far as the profile makes paths of them. Default:
   * a program that only reads names them unless something unexpected was given; any other may touch what it likes.
   */
  readonly touches?: 'named'
  /** The reason that the whole command or sub-command does more than the words before it say. */
  readonly gadget?: string
  readonly effects?: readonly Effect[]
  readonly subcommands?: Readonly<Record<string, Profile>>
  /** A sub-command is not needed: `operands` hold when none of the known ones follows. */
  readonly subcommandOptional?: boolean
  /** Says how far the call reaches (`recursive`, `reach`), before its operands are judged. */
  readonly reach?: (call: CallBuilder) => void
  /** Reads what the table cannot say: little languages, operands with a syntax of their own. */
  readonly check?: (call: CallBuilder) => void
}

/** Profiles of one family, by program name. */
export type ProfileTable = Readonly<Record<string, Profile>>
