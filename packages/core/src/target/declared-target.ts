import type { Reach } from '@drawbridge/shell'

export type { Reach }

import type { DynamicTarget, IdentityTarget, PathAccess } from './target.ts'

/** What a tool says its input will touch: a pure function of the input, not yet resolved against the machine. */
export type DeclaredTarget =
  | {
      readonly kind: 'path'
      readonly path: string
      readonly access: PathAccess
      readonly recursive?: boolean
      /** All that lies below is meant, and nothing can be left out of it. Default: only if it is changed. */
      readonly whole?: boolean
      /** What a program meets of all that lies below. Default: everything, and links stay links. */
      readonly reach?: Reach
    }
  | ({ readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd?: string } & CommandWish)
  | ({ readonly kind: 'shell'; readonly command: string; readonly cwd?: string } & CommandWish)
  | { readonly kind: 'url'; readonly url: string }
  | IdentityTarget
  | DynamicTarget

interface CommandWish {
  /** False: it is to run without containment, which somebody has to allow. Default true. */
  readonly contained?: boolean
}
