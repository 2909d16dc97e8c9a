import { DrawbridgeError } from '@drawbridge/core'
import { z } from 'zod'

/** The changes of tasks that a lead can be told of. */
export const teamNotifications = [
  'created',
  'started',
  'progress',
  'commented',
  'in_review',
  'completed',
  'failed',
  'stale',
] as const

/** A kind of change that a lead can be told of. */
export type TeamNotification = (typeof teamNotifications)[number]

/** The settings of a team. What is absent has its default. */
export interface TeamSettings {
  /** Users who may use the team; empty for all. A denied user may not, even if listed here. */
  readonly allowUsers: readonly string[]
  readonly denyUsers: readonly string[]
  /** Channels from which the team may be used; empty for all. */
  readonly allowChannels: readonly string[]
  readonly denyChannels: readonly string[]
  /** `all`: every member may send a message to all others. `lead`: only the lead may. */
  readonly broadcast: 'all' | 'lead'
  /** True if members may put tasks on the board. */
  readonly memberRequests: boolean
  /** True if the lead learns of a blocker at once. */
  readonly escalation: boolean
  /** The changes of tasks that the lead learns of. */
  readonly notifications: readonly TeamNotification[]
  /** `shared`: one folder for the team. `chat`: one for each chat. */
  readonly workspace: 'shared' | 'chat'
  /** The pause between two reminders of a question, in minutes. */
  readonly reminderMinutes: number
  readonly mostReminders: number
}

const names = z.array(z.string().min(1).max(200)).max(1_000).default([])

const settingsSchema = z.strictObject({
  allowUsers: names,
  denyUsers: names,
  allowChannels: names,
  denyChannels: names,
  broadcast: z.enum(['all', 'lead']).default('all'),
  memberRequests: z.boolean().default(false),
  escalation: z.boolean().default(true),
  notifications: z
    .array(z.enum(teamNotifications))
    .max(teamNotifications.length)
    .default(['in_review', 'completed', 'failed']),
  workspace: z.enum(['shared', 'chat']).default('shared'),
  reminderMinutes: z.number().int().min(1).max(10_080).default(30),
  mostReminders: z.number().int().min(0).max(100).default(3),
})

/** A lead with agents who do the work and agents who review it. */
export interface Team {
  /** Lower-case letters, digits and dashes. */
  readonly id: string
  readonly description: string
  /** The id of an agent, as all of the following. */
  readonly lead: string
  readonly members: readonly string[]
  readonly reviewers: readonly string[]
  /** Undefined if what is stored cannot be read: nobody may use the team then. */
  readonly settings: TeamSettings | undefined
}

/** Reads stored settings; undefined for what is not well-formed. */
export function readTeamSettings(stored: string): TeamSettings | undefined {
  try {
    return settingsSchema.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}

/**
 * Checks settings that a person gives.
 * @throws DrawbridgeError `invalid_option` that names the first bad value.
 */
export function checkTeamSettings(given: unknown): TeamSettings {
  const { data, error } = settingsSchema.safeParse(given)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new DrawbridgeError(
    'invalid_option',
    `The settings of the team are not valid${issue === undefined ? '' : `: ${[...issue.path, ''].join(': ')}${issue.message}`}. Names: ${Object.keys(settingsSchema.shape).join(', ')}.`,
  )
}

/** Returns the agents of a team: lead, members, reviewers. */
export function agentsOf({
  lead,
  members,
  reviewers,
}: Pick<Team, 'lead' | 'members' | 'reviewers'>): readonly string[] {
  return [lead, ...members, ...reviewers]
}

const teamId = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Checks a team before it is kept.
 * @throws DrawbridgeError `invalid_option` that names the bad value.
 */
export function checkTeam({ id, lead, members, reviewers }: Pick<Team, 'id' | 'lead' | 'members' | 'reviewers'>): void {
  if (!teamId.test(id)) {
    refuse(`The name of a team has lower-case letters, digits and dashes, at most 40; not ${JSON.stringify(id)}.`)
  }
  if (members.length === 0) refuse(`The team "${id}" has no members. Name at least one.`)
  const all = agentsOf({ lead, members, reviewers })
  const twice = all.find((name, index) => all.indexOf(name) !== index)
  if (twice !== undefined)
    refuse(`The agent ${JSON.stringify(twice)} is in the team "${id}" twice. It can have one part.`)
}

function refuse(message: string): never {
  throw new DrawbridgeError('invalid_option', message)
}
