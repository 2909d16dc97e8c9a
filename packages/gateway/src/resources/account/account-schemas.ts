import { fieldForms, pageGroups, userRoles } from '@drawbridge/room'
import { z } from 'zod'
import type { Caller } from '../../caller/caller.ts'
import type { Access } from '../../server/open-access.ts'

export const role = z.enum(userRoles)
export const time = z.iso.datetime().describe('RFC 3339, UTC, with milliseconds.')

/** Returns a time as the API shows it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const roomPage = z
  .strictObject({
    id: z.string(),
    room: z.string(),
    title: z.string(),
    group: z.enum(pageGroups),
    operation: z.string().describe('The operation that lists its items.'),
    path: z.string().describe('The path of that operation below `/v1`.'),
    key: z.string().describe('The name of the field that identifies an item.'),
    fields: z.array(
      z.strictObject({
        field: z.string(),
        label: z.string(),
        form: z.enum(fieldForms).optional(),
        detailOnly: z.boolean().optional(),
      }),
    ),
    empty: z.string().nullable(),
  })
  .meta({ id: 'RoomPage' })

export const me = z
  .strictObject({
    user: z.strictObject({ id: z.string(), name: z.string() }),
    role,
    human: z.boolean().describe('True if the decisions of a person may come from this caller.'),
    can: z.array(z.string()).describe('The operations that this caller may use, by name.'),
    pages: z.array(roomPage).describe('The pages that rooms add to the dashboard, as far as this caller may use them.'),
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
