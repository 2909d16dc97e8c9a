import type { Principal, Registry, Session, SessionOptions } from '@drawbridge/core'
import type { ApprovalsSection } from '@drawbridge/core/configuration'
import type { EventCatalogue } from '@drawbridge/core/event'
import type { PolicySource, SessionPolicy } from '@drawbridge/core/policy'
import type { House, McpOffer, RenderedPromptBlock } from '@drawbridge/room'
import type { ArtifactFiles } from '@drawbridge/store'
import type { RoomPage, RoomRoute } from './room/load-routes.ts'
import type { SandboxExplanation } from './sandbox/explain-sandbox.ts'
import type { Sandboxing } from './sandbox/sandboxing.ts'
import type { AgentSessionOptions } from './session/agent-session-options.ts'

/** Everything wired together for one folder: tools, machine, record. Open a session and call. */
export interface Drawbridge extends AsyncDisposable {
  /** Real path. */
  readonly workspace: string
  readonly home: string
  /** The services for rooms. */
  readonly house: House
  readonly registry: Registry
  /** The known event types, including those of rooms. */
  readonly events: EventCatalogue
  /** The tools that exist and the decisions on them, with the reasons. */
  readonly policy: SessionPolicy
  /** The policy in force in the workspace, which follows the configuration files. */
  readonly policySource: PolicySource
  /** The settings that have changed since the start and that apply only from the next start, by dotted key. */
  pendingSettings(): readonly string[]
  /** The prompts and resources of capabilities for MCP clients, scrubbed. Undefined if none offers any. */
  readonly offer: McpOffer | undefined
  /** True if `drawbridge approvals` can answer questions. */
  readonly hasDesk: boolean
  /** The configured ways to ask a client's user, as they are now. */
  clientApprovals(): Pick<ApprovalsSection, 'elicitation' | 'unaskedWaitSeconds'>
  /** The sandboxes for calls that do not run on this machine. Undefined if all calls do. */
  readonly sandboxing: Sandboxing | undefined
  /** The whole outputs of which a model saw a part. */
  readonly artifacts: Pick<ArtifactFiles, 'list' | 'locate' | 'read'>
  /** Returns the place in which the calls of such a run would execute, and the reason. Starts nothing. */
  explainSandbox(principal?: Partial<Pick<Principal, 'role' | 'agent'>>): Promise<SandboxExplanation>
  openSession(options?: SessionOptions): Session
  /** Loads the operations that rooms add to the HTTP interface. Rejects with `invalid_configuration` if one cannot be mounted. */
  loadRoutes(): Promise<readonly RoomRoute[]>
  /** The pages that rooms add to the dashboard. */
  readonly pages: readonly RoomPage[]
  /** Returns what capabilities add to the system prompt of such a caller, scrubbed, in the order of the rooms. Empty blocks are left out. */
  promptBlocks(caller?: {
    readonly agent?: string | undefined
    readonly user?: string | undefined
  }): Promise<readonly RenderedPromptBlock[]>
  /**
   * Starts what rooms do in the background: the supervisor of teams, say. For a process that lives long. Resolves at once, while it starts.
   * Dispose of the result before the Drawbridge.
   * @param onError Receives what failed, with the name of the room.
   */
  startWorkers(onError: (message: string) => void): Promise<AsyncDisposable>
  /**
   * Opens a session of a stored agent, in its own folder for that user. Rejects with `invalid_option` if the agent does not exist.
   */
  openAgentSession(options: AgentSessionOptions): Promise<Session>
}
