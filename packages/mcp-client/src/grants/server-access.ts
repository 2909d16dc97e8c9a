import type { AgentSettings } from '../section/server-schema.ts'

/** A grant of one server to one agent or one user. */
export interface ServerGrant {
  readonly server: string
  readonly subject: GrantSubject
  /** False closes the server for the subject, whatever else is granted. */
  readonly enabled: boolean
  /** Exact names of the server's own. Absent: all; empty: none. */
  readonly toolAllow?: readonly string[]
  /** Beats every list that allows. */
  readonly toolDeny: readonly string[]
  /** Settings of the server for this agent alone, with references to secrets as they were written. A grant to a user has none. */
  readonly overrides?: AgentSettings
}

/** The agent or the user that a grant is for. */
export interface GrantSubject {
  readonly kind: 'agent' | 'user'
  readonly id: string
}

/** The caller for whom something is decided. */
export interface GrantCaller {
  readonly agent?: string | undefined
  readonly user?: string | undefined
}

/** The settings of a server that bear on who may use it. */
export interface ServerRules {
  readonly toolAllow?: readonly string[] | undefined
  readonly toolDeny?: readonly string[] | undefined
  readonly requireAgentGrant?: boolean | undefined
  readonly requireUserGrant?: boolean | undefined
}

/** The access of one caller to one server. Every road (list, search, call, read, get, complete) asks it, so they always agree. */
export type ServerAccess =
  /** @property why Follows "The server NAME ". */
  | { readonly status: 'closed'; readonly why: string }
  | {
      readonly status: 'open'
      /** The settings in the grant of the caller's agent. */
      readonly overrides?: AgentSettings
      /** Returns the reason why a tool may not be used; undefined if it may. It follows "The tool NAME ". */
      objectionTo(tool: string): string | undefined
    }

/**
 * Decides who may use what of a server. Pure. Grants narrow: what a caller may use is what the configuration, the grant of its agent
 * and the grant of its user all allow, and a list of tools alone never opens a server that demands a grant.
 * @param grants Those of the caller's agent and user for this server.
 */
export function resolveAccess(
  rules: ServerRules,
  { agent, user }: { readonly agent: ServerGrant | undefined; readonly user: ServerGrant | undefined },
): ServerAccess {
  if (agent === undefined && rules.requireAgentGrant === true) return closed('is not granted to this agent')
  if (user === undefined && rules.requireUserGrant === true) return closed('is not granted to this user')
  if (agent?.enabled === false) return closed('is switched off for this agent')
  if (user?.enabled === false) return closed('is switched off for this user')
  // Each call asks about one tool, so that sets of them would cost more than they save.
  const lists = [
    { allow: rules.toolAllow, deny: rules.toolDeny, whose: 'by the configuration' },
    { allow: agent?.toolAllow, deny: agent?.toolDeny, whose: 'to this agent' },
    { allow: user?.toolAllow, deny: user?.toolDeny, whose: 'to this user' },
  ]
  return {
    status: 'open',
    ...(agent?.overrides === undefined ? {} : { overrides: agent.overrides }),
    objectionTo: (tool) => {
      const denied = lists.find(({ deny }) => deny?.includes(tool) === true)
      if (denied !== undefined) return `is denied ${denied.whose}`
      const missing = lists.find(({ allow }) => allow?.includes(tool) === false)
      return missing && `is not granted ${missing.whose}`
    },
  }
}

/** Returns the reason why a caller may not use a server, or one of its tools, with the way to ask for it. Pure. */
export function objectionOf(
  access: ServerAccess,
  { server, tool }: { readonly server: string; readonly tool: string | undefined },
): string | undefined {
  const way = 'Ask for it with servers.request_access, or do without.'
  if (access.status === 'closed') return `The server "${server}" ${access.why}. ${way}`
  const why = tool === undefined ? undefined : access.objectionTo(tool)
  return why && `The tool "${tool}" of the server "${server}" ${why}. ${way}`
}

function closed(why: string): ServerAccess {
  return { status: 'closed', why }
}
