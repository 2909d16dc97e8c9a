import type { Approver, Hooks, Principal, Services, ToolSource } from '@drawbridge/core'
import type { EventFamily } from '@drawbridge/core/event'
import type { Questioner } from '@drawbridge/core/question'
import type { HiddenTool, ListedTool, ToolBody, ToolHead } from '@drawbridge/core/registry'
import type { Interceptor } from '@drawbridge/core/virtual'
import type { MigrationEntry, SealedColumn } from '@drawbridge/store/database'
import type { CheckRow } from './check-row.ts'
import type { CommandRow } from './command-row.ts'
import type { House } from './house.ts'
import type { McpOffer } from './mcp-offer.ts'
import type { PageRow } from './page-row.ts'
import type { RoomSection } from './room-section.ts'
import type { PromptBlock, RouteRow } from './route-row.ts'

/** The version of this interface. A room that was made for another one is refused. */
export const roomVersion = 1

/** A tool whose schema and functions are loaded at its first call, or when a model is first shown its schema. */
export interface ToolRow<Section = unknown> extends ToolHead {
  load(house: House, section: Section | undefined): Promise<ToolBody>
}

/** Work of a room in the background of a process that lives long: a chat or a gateway. */
export interface WorkerRow<Section = unknown> {
  /** No two of a room have one name. */
  readonly name: string
  /**
   * Starts it, and returns what ends it; undefined if there is nothing to do. Other processes may do the same work at the same time.
   * @param section The section of the room at the start.
   */
  start(
    house: House,
    section: Section | undefined,
    options: { onError(message: string): void },
  ): Promise<AsyncDisposable | undefined>
}

/**
 * The services that other rooms may request from the house. Each is created at its first use and disposed of with the
 * house.
 */
export type ServiceRows<Section = unknown> = {
  readonly [Name in keyof Services]?: (house: House, section: Section | undefined) => Promise<Services[Name]>
}

/**
 * One capability as plain data. Everything of it hangs on this value, and nothing behind `load`, `loadSection`, `open` and
 * `provides` is loaded before its first use, so that a room costs a call that does not need it nothing.
 */
export interface RoomParts<Section = unknown> {
  /** Small letters, digits and dashes: the key of its section, the group of its commands, the beginning of its tables. */
  readonly name: string
  loadSection?(): Promise<RoomSection<Section>>
  /** The value of its section where nothing is set. Shown by `config explain`. Default: none. */
  readonly builtIn?: Partial<NoInfer<Section>>
  readonly tools?: readonly ToolRow<NoInfer<Section>>[]
  /** Further tools, for a room whose rows are many or depend on its section. Called when tools are registered or listed. */
  loadTools?(section: NoInfer<Section> | undefined): Promise<readonly ToolRow<NoInfer<Section>>[]>
  readonly commands?: readonly CommandRow<NoInfer<Section>>[]
  /** The line of the group of its commands in the help. */
  readonly summary?: string
  readonly checks?: readonly CheckRow<NoInfer<Section>>[]
  /** Oldest first; named `0001-…`, `0002-…`. A released one is never changed. */
  readonly migrations?: readonly MigrationEntry[]
  /** Every column that holds encrypted text. One that is forgotten keeps old keys alive for ever. */
  readonly sealed?: readonly SealedColumn[]
  /** The events that it records with `house.emit`; their types begin with its name. */
  readonly events?: EventFamily
  /** Its operations of the HTTP interface. Called when a gateway starts. */
  loadRoutes?(): Promise<readonly RouteRow<NoInfer<Section>>[]>
  readonly pages?: readonly PageRow[]
  readonly promptBlocks?: readonly PromptBlock[]
  /** Started by a chat and by a gateway, and by no other command. */
  readonly workers?: readonly WorkerRow<NoInfer<Section>>[]
  /** Services of other rooms without which it cannot work. The house is not opened without them. */
  readonly needs?: readonly (keyof Services & string)[]
  readonly provides?: ServiceRows<NoInfer<Section>>
  /** Opened with each Drawbridge: `configured` (default) if its section is set, or `always`. */
  readonly opens?: 'configured' | 'always'
  open?(house: House, section: NoInfer<Section> | undefined): Promise<OpenRoom>
}

/** A room with the version of the interface that it was made for. */
export interface Room<Section = unknown> extends RoomParts<Section> {
  /** As `roomVersion`, which `defineRoom` sets. */
  readonly roomVersion: number
}

/** The parts that a room adds to an open Drawbridge. */
export interface OpenRoom extends AsyncDisposable {
  readonly sources?: readonly ToolSource[]
  /** Read at the start of each run. */
  readonly hooks?: Partial<Hooks>
  /**
   * Returns the reason why a tool is kept from one caller; undefined if this room has none. Asked for every tool when a run makes its
   * set, and again at each call.
   * @param tool Its canonical name.
   */
  hide?(tool: string, principal: Principal): Omit<HiddenTool, 'name'> | undefined
  /** Returns the names of tools that can be called although no model is shown them, of a caller's whole set. */
  defers?(tools: readonly ListedTool[], principal: Principal): ReadonlySet<string>
  /**
   * Returns the name under which a tool of its own is shown in every dialect but `canonical`; undefined for the name of the dialect.
   * @param tool Its canonical name.
   * @param agent The agent whose run shows it. Undefined for a run without one.
   */
  exposes?(tool: string, agent: string | undefined): string | undefined
  readonly approvers?: readonly Approver[]
  /** Carry questions to a person, over a chat channel for example. */
  readonly questioners?: readonly Questioner[]
  /** Prompts and resources for the clients of our MCP server. */
  readonly offer?: McpOffer
  /** Virtual files in the workspaces of kept agents. */
  interceptors?(caller: { readonly agent: string; readonly user: string }): readonly Interceptor[]
  /**
   * Returns folders that calls in a workspace may read, besides it, such as those of skills. Absolute. Left out are one that does not exist
   * when the workspace is opened, one that leads through a link below the data folder, or anywhere else, and the data folder itself. What
   * is in them is open to every agent and user.
   */
  readRoots?(workspace: string): readonly string[]
  /** Brings its tools up to date. Called when a call begins, before its tool is looked up, and at most every 250 milliseconds. */
  refresh?(): Promise<void>
  /**
   * Prepares a changed section and returns the function that puts it into force, together with everything else that has changed.
   * A rejection keeps the whole configuration as it was. Called only if the section says that it takes effect before the next start.
   * @param section Undefined if it was removed.
   */
  reload?(section: unknown): Promise<() => void>
}

/** Says that a value is a room and which version of the interface it was made for. */
export function defineRoom<Section>(room: RoomParts<Section>): Room {
  return { ...room, roomVersion } as Room
}
