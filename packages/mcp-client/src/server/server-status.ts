import type { ConnectionState } from '../connection/connection-state.ts'
import type { AdmittedTools } from './admit-tools.ts'
import type { Inventory } from './inventory.ts'

/** The state of a server, for people and models. */
export interface ServerStatus {
  readonly id: string
  readonly state: ConnectionState['status'] | 'off'
  /** The reason of a state that is not good. */
  readonly reason?: string
  readonly era?: string
  /** Tools that the server listed. Undefined as long as it was not asked. */
  readonly discovered?: number
  readonly offered: number
  /** Tools that `toolAllow` and `toolDeny` leave out. */
  readonly filtered: number
  readonly withheld: AdmittedTools['withheld']
  readonly rejected: Inventory['rejected']
  readonly warnings: readonly string[]
  /** The time that the last call took, in milliseconds. */
  readonly latencyMs?: number
}
