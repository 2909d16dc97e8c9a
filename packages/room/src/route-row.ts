import type { z } from 'zod'
import type { House } from './house.ts'
import type { PromptCaller } from './prompt-caller.ts'

/** The roles of users, from the least to the most rights. */
export const userRoles = ['viewer', 'member', 'operator', 'owner'] as const

/** The role of a user: a person or the token of a program. */
export type UserRole = (typeof userRoles)[number]

/** One route of the HTTP interface. The gateway mounts it below the name of the room; authentication is the gateway's. */
export interface RouteRow<Request = unknown, Response = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the name of the room, such as `/stations/:name`; `:name` stands for one segment. */
  readonly path: string
  /** The minimum role of the caller. */
  readonly role: UserRole
  /** The scope that a token needs, beginning with the name of the room: `weather:read`. */
  readonly scope: string
  /** True if only a signed-in person may call it, never a token of a program. */
  readonly human?: boolean
  readonly request: z.ZodType<Request>
  readonly response: z.ZodType<Response>
  handle(request: Request, house: House): Promise<Response>
}

/** One page of the dashboard. */
export interface PageRow {
  /** Below the name of the room, such as `/stations`. */
  readonly path: string
  readonly title: string
  /** The minimum role of the reader. */
  readonly role: UserRole
  /** The module that the dashboard loads. */
  readonly module: URL
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
