import { userRoles } from '@drawbridge/room'
import { z } from 'zod'
import type { Caller } from '../../caller/caller.ts'
import type { Access } from '../../server/open-access.ts'

export const role = z.enum(userRoles)
export const time = z.iso.datetime().describe('RFC 3339, UTC, with milliseconds.')

/** Returns a time as the API shows it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export const me = z
  .strictObject({
    user: z.strictObject({ id: z.string(), name: z.string() }),
    role,
    human: z.boolean().describe('True if the decisions of a person may come from this caller.'),
    can: z.array(z.string()).describe('The operations that this caller may use, by name.'),
    node: z.string(),
    build: z.string(),
    serverTime: time,
  })
  .meta({ id: 'Me' })

export const device = z
  .strictObject({
    id: z.string(),
    device: z.string(),
    address: z.string(),
    createdAt: time,
    usedAt: time,
    expiresAt: time,
    current: z.boolean(),
  })
  .meta({ id: 'Device' })

/** Returns the browsers in which a user is signed in, as the API shows them. */
export async function devicesOf(
  user: string,
  { access, caller }: { readonly access: Access; readonly caller: Caller },
): Promise<z.input<typeof device>[]> {
  return (await access.sessions.list(user)).slice(-200).map((session) => ({
    ...{ id: session.id, device: session.device, address: session.address },
    createdAt: timeOf(session.createdAt),
    usedAt: timeOf(session.usedAt),
    expiresAt: timeOf(session.expiresAt),
    current: session.id === caller.session?.id,
  }))
}
