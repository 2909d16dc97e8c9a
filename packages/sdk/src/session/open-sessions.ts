import type { Session, SessionOptions } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import type { DrawbridgeEventBody } from '@drawbridge/core/event'
import { assertOptions } from '@drawbridge/core/options'
import type { SessionPolicy } from '@drawbridge/core/policy'
import type { VirtualTree } from '@drawbridge/core/virtual'
import type { House } from '@drawbridge/room'
import type { Configuration } from '../config/configuration.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import { agentSessionOptionsCheck, sessionOptionsCheck } from '../option-checks.ts'
import { asCaller } from '../virtual/as-caller.ts'
import { learnAgents } from '../virtual/learn-agents.ts'
import type { StoredAgent } from '../virtual/stored-agent.ts'
import type { ExecutionSite } from '../workspace/execution-site.ts'
import type { Places } from '../workspace/open-places.ts'
import { resolveWorkspace } from '../workspace/resolve-workspace.ts'
import type { AgentSessionOptions } from './agent-session-options.ts'
import { createSessions } from './create-sessions.ts'
import type { SharedServices } from './shared-services.ts'

export interface SessionSources {
  readonly options: Pick<DrawbridgeOptions, 'agent' | 'user' | 'agents'>
  readonly home: OpenHome
  readonly services: Omit<SharedServices, 'policy' | 'runs' | 'runEnds'>
  readonly places: Places
  /** Returns the configuration in force. */
  configuration(): Configuration | undefined
  policyFor(folder: string): SessionPolicy
  /** Returns the place of the next runs; undefined while it is that of the start. */
  site(): ExecutionSite | undefined
  treeOf(agent: StoredAgent): Promise<VirtualTree>
}

/** The ways in which sessions are opened. They are closed by the cleanup. */
export interface OpenSessions extends Pick<House, 'emit' | 'limitsOf' | 'afterRun'> {
  open(options?: SessionOptions): Session
  /** @param workspace Default: that of the home. */
  openIn(workspace: string | undefined, options: SessionOptions): Promise<Session>
  openForAgent(options: AgentSessionOptions): Promise<Session>
}

/** Rejects with `invalid_option` if the agent of the options is unknown. */
export async function openSessions(
  { options, home, services, places, configuration, policyFor, site, treeOf }: SessionSources,
  cleanup: Cleanup,
): Promise<OpenSessions> {
  const { agent, user } = options
  const { agents, kept, workspace } = home
  const known = await learnAgents(options, { configuration, agents, isKept: kept !== undefined })
  const sessions = cleanup.use(
    createSessions({
      ...services,
      policy: policyFor(workspace),
      endSandboxes: places.sandboxing?.endSession,
      forNextRun: () => ({ ...services.forNextRun?.(), ...site() }),
    }),
  )
  /** The parts of a session in another folder: folders as they are configured when it is opened. */
  const elsewhere = async (folder: string, tree?: VirtualTree) => ({
    ...(await places.on(folder, configuration(), tree)),
    forNextRun: services.forNextRun,
    policy: policyFor(folder),
  })
  const open: OpenSessions['open'] = (session) => {
    assertOptions(sessionOptionsCheck, session, 'options')
    known.assert(session?.principal?.agent, 'options.principal.agent')
    return sessions.open(asCaller(session, { agent, user: kept?.user ?? user }, kept))
  }
  return {
    open,
    openIn: async (folder, session) => {
      await known.refresh(session.principal?.agent)
      if (folder === undefined) return open(session)
      assertOptions(sessionOptionsCheck, session, 'options')
      known.assert(session.principal?.agent, 'options.principal.agent')
      return sessions.open(asCaller(session, { agent, user }, undefined), await elsewhere(resolveWorkspace(folder)))
    },
    openForAgent: async (wanted) => {
      assertOptions(agentSessionOptionsCheck, wanted, 'options')
      const { agent: id, user: whom, ...session } = wanted
      const other = await agents.need({ agent: id, user: whom })
      await known.refresh(other.record.id)
      const caller = { agent: other.record.id, user: other.user }
      return sessions.open(asCaller(session, caller, other), await elsewhere(other.workspace, await treeOf(other)))
    },
    limitsOf: sessions.limitsOf,
    afterRun: sessions.afterRun,
    emit: async ({ session, run }, event) => {
      const log = sessions.find(session)?.events
      // The catalogue knows it by its type, or keeps it as it is.
      await log?.record(event as unknown as DrawbridgeEventBody, run, 'grouped')
      return log !== undefined
    },
  }
}
