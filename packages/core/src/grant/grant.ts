import type { Principal } from '../principal/principal.ts'
import type { PathAccess } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** One part of what a grant covers. Every target of a call has to lie in one of the grant's parts. */
export type GrantScope =
  /** What lies directly in a folder or, with `below`, the folder and everything under it. Real, absolute. */
  | { readonly kind: 'path'; readonly folder: string; readonly below: boolean; readonly access: PathAccess }
  /** Commands that the prefix covers (`covers` in the shell package), run in this folder by this file. */
  | ({ readonly kind: 'command'; readonly prefix: string } & CommandPlace)
  /** Exactly this command: where the shortest prefix would be the program alone. */
  | ({ readonly kind: 'argv'; readonly argv: readonly string[] } & CommandPlace)
  | { readonly kind: 'host'; readonly scheme: string; readonly host: string; readonly port: number }
  | { readonly kind: 'session' | 'agent' | 'server'; readonly id: string }
  /** Calls with exactly this input, for those whose targets say nothing about what they do. SHA-256, hex. */
  | { readonly kind: 'input'; readonly digest: string }

interface CommandPlace {
  readonly cwd: string
  readonly program?: string
}

/** Who a grant belongs to. A call of anybody else is not covered. */
export interface GrantOwner {
  readonly user?: string
  readonly agent?: string
  /** Set for grants that end with their session. */
  readonly session?: string
}

/** What a person allowed beyond one call: plain JSON. */
export interface Grant {
  readonly id: string
  readonly owner: GrantOwner
  /** Canonical. */
  readonly tool: string
  readonly scopes: readonly GrantScope[]
  /** The most that a covered call may do. */
  readonly permission: Permission
  readonly risk: Risk
  /** Who said yes: the person where the approver names one, else the approver's id. */
  readonly grantedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly grantedAt: number
  /** Default: never. */
  readonly expiresAt?: number
  readonly lastUsedAt?: number
}

/** What a yes to this call could save, before anybody has said it. */
export type GrantProposal = Pick<Grant, 'tool' | 'scopes' | 'permission' | 'risk'>

/** The owner of what is granted to a caller: `session` lives as long as its session, `always` belongs to user and agent. */
export function grantOwner({ user, agent, session }: Principal, lifetime: 'session' | 'always'): GrantOwner {
  return {
    ...(user === undefined ? {} : { user }),
    ...(agent === undefined ? {} : { agent }),
    ...(lifetime === 'session' ? { session } : {}),
  }
}
