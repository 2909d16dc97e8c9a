import { type AnyEventBody, type EventFamily, type RunEndReason, scrubFields } from '@drawbridge/core/event'
import { defineRoom } from '@drawbridge/room'
import type { TrustChanged } from '@drawbridge/store/sessions'
import type { GatewaySection } from './section.ts'

/** A run that the server drove is over, also if it called nothing. */
export interface RunReported extends AnyEventBody {
  readonly type: 'run.reported'
  readonly reason: RunEndReason
  /** The cause, if the run did not complete. */
  readonly message?: string
  /** The number of model requests that were answered. */
  readonly turns?: number
  /** The number of calls that ended. */
  readonly calls?: number
  /** The number of calls that were denied. */
  readonly denied?: number
  /** Tokens, by kind. */
  readonly usage?: object
  /** In US dollars. */
  readonly cost?: number
}

/** Somebody made another policy that of the database. */
export interface PolicyChanged extends AnyEventBody {
  readonly type: 'policy.changed'
  /** The number of the version, as `drawbridge policy versions` lists it. */
  readonly version: number
  readonly digest: string
  /** The digest of the policy that it replaces. */
  readonly replaces: string
  /** The account that did it. */
  readonly by: string
  readonly surface: 'http' | 'terminal'
  /** True if a change may allow more. */
  readonly wider: boolean
  readonly note?: string
}

const serverEvents: EventFamily<{
  readonly 'run.reported': RunReported
  readonly 'policy.changed': PolicyChanged
  readonly 'trust.changed': TrustChanged
}> = {
  'run.reported': {
    scrub: scrubFields('message'),
    line: ({ reason, calls = 0 }) => ({ reason, calls }),
    replay: 'told',
    because: 'it tells of a whole run',
  },
  'policy.changed': {
    scrub: scrubFields('note'),
    line: ({ version, by, surface, wider }) => ({ version, by, surface, wider }),
    replay: 'told',
    because: 'it is about the policy of the database, not about a call',
  },
  'trust.changed': {
    scrub: (body) => body,
    line: ({ what, change, id, by = '' }) => ({ what, change, id, by }),
    replay: 'told',
    because: 'it is about who and what is trusted, not about a call',
  },
}

/** The users, API keys and browser sessions of the gateway. The server itself is a command of its own. */
export const gatewayRoom = defineRoom<GatewaySection>({
  name: 'gateway',
  loadSection: async () => (await import('./section.ts')).gatewaySection,
  commands: [
    {
      path: ['users', 'list'],
      isDefault: true,
      summary: 'list the users of the gateway with their roles',
      load: async () => (await import('./commands/users-commands.ts')).listUsersCommand,
    },
    {
      path: ['users', 'add'],
      summary: 'add a user, and print the token with which it logs in',
      load: async () => (await import('./commands/users-commands.ts')).addUserCommand,
    },
    {
      path: ['users', 'change'],
      summary: 'give a user another role or token, or switch it off or on',
      load: async () => (await import('./commands/users-commands.ts')).changeUserCommand,
    },
    {
      path: ['users', 'remove'],
      summary: 'remove a user with its keys and sessions',
      load: async () => (await import('./commands/users-commands.ts')).removeUserCommand,
    },
    {
      path: ['keys', 'list'],
      isDefault: true,
      summary: 'list the API keys in force',
      load: async () => (await import('./commands/keys-commands.ts')).listKeysCommand,
    },
    {
      path: ['keys', 'create'],
      summary: 'create an API key for a user, and print it',
      load: async () => (await import('./commands/keys-commands.ts')).createKeyCommand,
    },
    {
      path: ['keys', 'revoke'],
      summary: 'revoke an API key',
      load: async () => (await import('./commands/keys-commands.ts')).revokeKeyCommand,
    },
  ],
  events: serverEvents,
  provides: {
    gatewaySection: async (_house, section) => section ?? {},
    userStanding: async ({ database, clock }) => ({
      isOut: async (user) => {
        const found = (await database.options()) === undefined ? undefined : await database.find()
        if (found === undefined) return false
        const { createUsers } = await import('./account/users.ts')
        return createUsers(found, { clock }).isOut(user)
      },
    }),
  },
  migrations: [
    { name: '0001-access', load: () => import('./0001-access.ts') },
    { name: '0002-server', load: () => import('./0002-server.ts') },
    { name: '0003-nodes', load: () => import('./0003-nodes.ts') },
    { name: '0004-former-names', load: () => import('./0004-former-names.ts') },
    { name: '0005-session-keys', load: () => import('./0005-session-keys.ts') },
    { name: '0006-answering-nodes', load: () => import('./0006-answering-nodes.ts') },
    { name: '0007-stats', load: () => import('./0007-stats.ts') },
    { name: '0008-session-senders', load: () => import('./0008-session-senders.ts') },
  ],
})
