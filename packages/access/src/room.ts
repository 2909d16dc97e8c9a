import { defineRoom } from '@drawbridge/room'
import type { GatewaySection } from './section.ts'

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
  provides: { gatewaySection: async (_house, section) => section ?? {} },
  migrations: [
    { name: '0001-access', load: () => import('./0001-access.ts') },
    { name: '0002-server', load: () => import('./0002-server.ts') },
  ],
})
