import type { z } from 'zod'
import type { House } from './house.ts'
import type { PromptCaller } from './prompt-caller.ts'

/** The roles of users, from the least to the most rights. */
export const userRoles = ['viewer', 'member', 'operator', 'owner'] as const

/** The role of a user: a person or the token of a program. */
export type UserRole = (typeof userRoles)[number]

/** The schema of a part of a request or answer; undefined if there is no such part. */
type Part = z.ZodType | undefined

type ReadBy<Schema extends Part> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The sender of a request, whose role and scope are checked already. */
export interface RouteCaller {
  /** The name of the user, as calls of this user have it too. */
  readonly user: string
  readonly role: UserRole
  /** True if the decisions of a person may come from this caller. */
  readonly human: boolean
}

/** Returns true if a caller may see and change what is other users'. */
export function isOperator({ role }: Pick<RouteCaller, 'role'>): boolean {
  return role === 'operator' || role === 'owner'
}

/** The checked parts of a request. */
export interface RouteRequest<Params extends Part = Part, Query extends Part = Part, Body extends Part = Part> {
  readonly params: ReadBy<Params>
  readonly query: ReadBy<Query>
  readonly body: ReadBy<Body>
  readonly caller: RouteCaller
}

/** The answer of a route if what its path names does not exist, or not for this caller. */
export const nothingFound: unique symbol = Symbol('nothing found')

/**
 * One operation of the HTTP interface. The gateway mounts it below the name of the room, and does for it what it does for its own: it
 * checks the caller, the request and, in tests, the answer, answers errors in problem form, and describes it.
 */
export interface RouteRow<
  Section = unknown,
  Params extends Part = Part,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends Part = Part,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the name of the room, such as `/stations/{name}`; `{name}` stands for one segment. */
  readonly path: string
  /** The name of the operation, as clients call it: `listStations`. No two operations of a gateway have one name. */
  readonly operation: string
  /** Begins with a capital letter and ends without a full stop. */
  readonly summary: string
  /** The minimum role of the caller. */
  readonly role: UserRole
  /** The scope that a token needs, beginning with the name of the room: `weather:read`. */
  readonly scope: string
  /** True if a person must decide: refused to the token of a program. */
  readonly human?: boolean
  /** True if the person must have proven within ten minutes who they are. */
  readonly proven?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** True if `handle` may return `nothingFound`. Default: true if the path names something. */
  readonly mayFindNothing?: boolean
  /** The schema of the answer. Undefined for a list, and if the answer has no body. */
  readonly answer?: z.ZodType
  /** Makes the operation a list: `handle` returns all items in their order, and the gateway pages them. */
  readonly list?: {
    readonly item: z.ZodType
    /** Returns the text by which one item is told from the others of the list. */
    keyOf(item: never): string
  }
  /**
   * Returns the answer, or `nothingFound`. A `DrawbridgeError` with the code `invalid_option` is answered with its message.
   * @param section The section of the room as it is now.
   */
  handle(request: RouteRequest<Params, Query, Body>, house: House, section: Section | undefined): Promise<unknown>
}

/** Types the request of a route by its schemas. */
export function defineRoomRoute<
  Section = unknown,
  Params extends Part = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends Part = undefined,
>(row: RouteRow<Section, Params, Query, Body>): RouteRow<Section> {
  return row as unknown as RouteRow<Section>
}

/** A part of the system prompt. No two of a room have one name. */
export interface PromptBlock {
  readonly name: string
  /**
   * `system` (default): in the system prompt, for texts that stay the same during a session. `latest`: behind the conversation, for
   * what may change with each request.
   */
  readonly place?: 'system' | 'latest'
  text(house: House, caller: PromptCaller): Promise<string>
}

/**
 * The topic of the database under which rooms and gateways tell that a list of the API has changed; the key is the name of the room. Pages that
 * show the list read it again.
 */
export const changedTopic = 'gateway.changed'
