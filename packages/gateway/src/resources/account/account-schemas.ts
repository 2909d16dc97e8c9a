import { fieldForms, pageIcons, userRoles } from '@drawbridge/room'
import { z } from 'zod'
import type { Caller } from '../../caller/caller.ts'
import type { Access } from '../../server/open-access.ts'
import { shownGroups } from '../pages.ts'

export const role = z.enum(userRoles)
export const time = z.iso.datetime().describe('RFC 3339, UTC, with milliseconds.')

/** Returns a time as the API shows it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

const entry = {
  id: z.string(),
  room: z.string().describe('The room that has the page. `gateway` for the pages of no room.'),
  title: z.string(),
  group: z.enum(shownGroups),
  icon: z.enum(pageIcons),
  shortcut: z.string().nullable().describe('The key that goes there after `g`.'),
  address: z.string().describe('The beginning of its address in the dashboard.'),
  operation: z.string().describe('The operation that a caller must be allowed to use, to see the page.'),
}

const page = z
  .union([
    z.strictObject({
      kind: z.literal('view'),
      ...entry,
      view: z.string().describe('The name of the code in the dashboard that draws it.'),
    }),
    z.strictObject({
      kind: z.literal('list'),
      ...entry,
      path: z.string().describe('The path of the operation below `/v1`, which lists the items.'),
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
    }),
  ])
  .meta({ id: 'Page' })

export const me = z
  .strictObject({
    user: z.strictObject({ id: z.string(), name: z.string() }),
    role,
    human: z.boolean().describe('True if the decisions of a person may come from this caller.'),
    can: z.array(z.string()).describe('The operations that this caller may use, by name.'),
    pages: z
      .array(page)
      .describe(
        'The navigation of the dashboard, in its order: the pages that this caller may see, as rooms declare them.',
      ),
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
