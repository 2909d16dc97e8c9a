import type { EventFamily } from '@drawbridge/core/event'
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

const because = 'it is about who may use a server, not about a call'

/** The events of grants and of requests for them. */
export const grantEvents: EventFamily<{
  readonly 'mcp.access_requested': AccessRequested
  readonly 'mcp.access_decided': AccessDecided
  readonly 'mcp.grant_changed': GrantChanged
}> = {
  'mcp.access_requested': {
    scrub: (body, { scrub }) => ({ ...body, reason: scrub(body.reason).text }),
    line: ({ request, server, subject }) => ({ request, server, [subject.kind]: subject.id }),
    replay: 'told',
    because,
  },
  'mcp.access_decided': {
    scrub: (body) => body,
    line: ({ request, server, subject, verdict, by }) => ({ request, server, [subject.kind]: subject.id, verdict, by }),
    replay: 'told',
    because,
  },
  'mcp.grant_changed': {
    scrub: (body) => body,
    line: ({ server, subject, change, by }) => ({ server, [subject.kind]: subject.id, change, by }),
    replay: 'told',
    because,
  },
}
