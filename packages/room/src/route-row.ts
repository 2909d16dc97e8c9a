import type { Role } from '@drawbridge/core/policy'
import type { z } from 'zod'
import type { House } from './house.ts'

/** One route of the HTTP interface. The gateway mounts it below the name of the room; authentication is the gateway's. */
export interface RouteRow<Request = unknown, Response = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the name of the room; `:name` stands for one segment. */
  readonly path: string
  /** The minimum role of the caller. */
  readonly role: Role
  /** The scope that a token needs, such as `weather:read`. */
  readonly scope: string
  /** True if only a signed-in person may call it, never a token of a program. */
  readonly human?: boolean
  readonly request: z.ZodType<Request>
  readonly response: z.ZodType<Response>
  handle(request: Request, house: House): Promise<Response>
}

/** One page of the dashboard. */
export interface PageRow {
  /** Below the name of the room. */
  readonly path: string
  readonly title: string
  readonly role: Role
  /** The module that the dashboard loads. */
  readonly module: URL
}

/** A part of the system prompt. */
export interface PromptBlock {
  readonly name: string
  text(
    house: House,
    session: { readonly agent: string | undefined; readonly user: string | undefined },
  ): Promise<string>
}
