import type { ToolContext, ToolSource } from '@drawbridge/core'
import type { ServerConsents } from '../consent/consent-store.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import type { Inventory } from './inventory.ts'
import type { ServerRequest } from './send-request.ts'
import type { ServerStatus } from './server-status.ts'

/** One configured server with its connections and tools. */
export interface ManagedServer extends AsyncDisposable {
  readonly id: string
  readonly definition: ServerDefinition
  readonly source: ToolSource
  status(): Promise<ServerStatus>
  /**
   * Connects, if need be, and returns what the server offers now.
   * @param agent The agent whose settings count. Default: those of everybody.
   */
  inspect(signal: AbortSignal, agent?: string): Promise<Inventory>
  consents(): Promise<ServerConsents>
  /** Agrees to everything that an inventory has. */
  agree(inventory: Inventory, by: string): Promise<void>
  /** Sends a request other than a call for a caller, if somebody agreed to the server as it is now. It may be sent twice. */
  request<Result>(context: ToolContext, send: ServerRequest<Result>['send']): Promise<Result>
  /** Reads the consents again: somebody changed them. */
  forget(): void
  /** Ends waits and blocks of its connections. */
  retry(): void
}
