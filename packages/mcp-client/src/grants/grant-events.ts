import type { GrantSubject } from './server-access.ts'

/** Somebody asked for access to a server. */
export interface AccessRequested {
  readonly type: 'mcp.access_requested'
  readonly request: string
  readonly server: string
  readonly subject: GrantSubject
  readonly reason: string
}

/** A person decided on a request for access. */
export interface AccessDecided {
  readonly type: 'mcp.access_decided'
  readonly request: string
  readonly server: string
  readonly subject: GrantSubject
  readonly verdict: 'approved' | 'rejected'
  readonly by: string
}

/** A person wrote or removed the grant of a server. */
export interface GrantChanged {
  readonly type: 'mcp.grant_changed'
  readonly server: string
  readonly subject: GrantSubject
  readonly change: 'written' | 'removed'
  readonly by: string
}
