import type { PathUse } from '../effect/path-use.ts'
import type { HostUse } from '../effect/use-host.ts'
import type { Word } from '../word/word.ts'
import type { Effect } from './profile.ts'

/** A part of a call that does more than the program's name says. A rule covers it only by spelling these words. */
export interface Gadget {
  /** Indices into `argv`. */
  readonly words: readonly number[]
  readonly why: string
}

/** A command that a program starts. */
export type Inner =
  | {
      readonly kind: 'argv'
      readonly argv: readonly Word[]
      readonly assignments?: readonly { readonly name: string; readonly value: Word }[]
      /** Only a guess, or covered by the rule of its launcher: its denials count, its permission does not. */
      readonly denyOnly?: boolean
    }
  | {
      readonly kind: 'script'
      readonly text: Word
      readonly positional: readonly Word[]
      readonly denyOnly?: boolean
      /** It runs in this shell (`eval`, `trap`), so that it shares variables and folder. */
      readonly sameShell?: boolean
    }

/** What the profile of a program says of one call. */
export interface Call {
  /** Base name of the program; empty where there is none or it is unknown. */
  readonly name: string
  readonly profiled: boolean
  /** It starts other commands and does nothing else that matters: they alone are judged. */
  readonly transparent: boolean
  readonly readonly: boolean
  /** Why it is not read-only. */
  readonly change?: string
  readonly gadgets: readonly Gadget[]
  readonly paths: readonly PathUse[]
  readonly hosts: readonly HostUse[]
  /** Indices of words that are plain data: any value is as good as another. */
  readonly data: ReadonlySet<number>
  readonly effects: ReadonlySet<Effect>
  readonly inner: readonly Inner[]
  /** Inline code, to be searched for what no program should do. */
  readonly code: readonly Word[]
  /** The program reads its commands from standard input. */
  readonly readsScript: boolean
  /** Prints help or a version and does nothing else. */
  readonly help: boolean
  /** How many leading words name the program and its sub-command. */
  readonly named: number
}
