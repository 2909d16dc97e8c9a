import type { Reach } from '@drawbridge/shell'

export type { Reach }

import type { DynamicTarget, IdentityTarget, PathAccess } from './target.ts'

/** A target declared by a tool: a pure function of the input, not yet resolved against the machine. */
export type DeclaredTarget =
  | {
      readonly kind: 'path'
      readonly path: string
      readonly access: PathAccess
      readonly recursive?: boolean
      /** True if everything below is included, and nothing can be left out. Default: only if it is changed. */
      readonly whole?: boolean
      /** The entries below that a program reads. Default: all of them, without following links. */
      readonly reach?: Reach
    }
  | ({ readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd?: string } & CommandWish)
  | ({ readonly kind: 'shell'; readonly command: string; readonly cwd?: string } & CommandWish)
  | { readonly kind: 'url'; readonly url: string }
  | IdentityTarget
  | DynamicTarget

interface CommandWish {
  /** False if it should run without containment, which needs permission. Default true. */
  readonly contained?: boolean
}
