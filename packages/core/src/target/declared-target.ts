import type { DynamicTarget, IdentityTarget, PathAccess } from './target.ts'

/** What a tool says its input will touch: a pure function of the input, not yet resolved against the machine. */
export type DeclaredTarget =
  | { readonly kind: 'path'; readonly path: string; readonly access: PathAccess; readonly recursive?: boolean }
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd?: string }
  | { readonly kind: 'shell'; readonly command: string; readonly cwd?: string }
  | { readonly kind: 'url'; readonly url: string }
  | IdentityTarget
  | DynamicTarget
