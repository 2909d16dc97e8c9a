import { defined } from '../base/defined.ts'
import type { Principal } from '../base/principal.ts'
import type { SinkKind } from '../flow/sink.ts'
import type { PathAccess } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** One part of a grant's scope. Every target of a call must be inside one of the parts. */
export type GrantScope =
  /** Files directly in a folder or, with `below`, the folder and everything under it. Real, absolute. */
  | { readonly kind: 'path'; readonly folder: string; readonly below: boolean; readonly access: PathAccess }
  /** Commands that the prefix covers (`covers` in the shell package), run in this folder by this file. */
  | ({ readonly kind: 'command'; readonly prefix: string } & CommandPlace)
  /** Exactly this command, because its shortest prefix would be the program alone. */
  | ({ readonly kind: 'argv'; readonly argv: readonly string[] } & CommandPlace)
  | { readonly kind: 'host'; readonly scheme: string; readonly host: string; readonly port: number }
  | { readonly kind: 'session' | 'agent' | 'server'; readonly id: string }
  /** Calls with exactly this input, for those whose targets say nothing about what they do. SHA-256, hex. */
  | { readonly kind: 'input'; readonly digest: string }
  /** A value that a person vouched for as this kind of sink, in calls of any tool. It covers no question of the policy. */
  | { readonly kind: 'value'; readonly sink: SinkKind; readonly value: string }

interface CommandPlace {
  readonly cwd: string
  readonly program?: string
}

/** The owner of a grant. Calls of anyone else are not covered. */
export interface GrantOwner {
  readonly user?: string
  readonly agent?: string
  /** Set for grants that end with their session. */
  readonly session?: string
}

/** A person's permission beyond one call: plain JSON. */
export interface Grant {
  readonly id: string
  readonly owner: GrantOwner
  /** Canonical. */
  readonly tool: string
  readonly scopes: readonly GrantScope[]
  /** The most that a covered call may do. */
  readonly permission: Permission
  readonly risk: Risk
  /** The person who approved, if the approver names one, else the approver's id. */
  readonly grantedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly grantedAt: number
  /** Milliseconds since the Unix epoch. Default: never. */
  readonly expiresAt?: number
  /** Milliseconds since the Unix epoch. */
  readonly lastUsedAt?: number
}

/** The grant that an approval of this call could save, before it is given. */
export type GrantProposal = Pick<Grant, 'tool' | 'scopes' | 'permission' | 'risk'>

/** The owner of a grant: a `session` grant ends with its session, an `always` grant belongs to user and agent. */
export function grantOwner({ user, agent, session }: Principal, lifetime: 'session' | 'always'): GrantOwner {
  return {
    ...defined({ user, agent }),
    ...(lifetime === 'session' ? { session } : {}),
  }
}
