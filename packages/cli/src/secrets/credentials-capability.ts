import type { Capability } from '../command-line/capability.ts'

/** Encrypted secrets, and the programs that run with them. */
export const credentialsCapability: Capability = {
  groups: {
    secrets: 'encrypted secrets, by name',
    programs: 'programs that run with credentials, and who may use them',
  },
  commands: [
    {
      path: ['secrets', 'set'],
      summary: 'store a secret encrypted, under a name that a configuration can refer to',
      load: async () => (await import('../commands/secrets-set.ts')).configureSecretsSet,
    },
    {
      path: ['secrets', 'list'],
      summary: 'list the names of stored secrets; values are never shown',
      load: async () => (await import('../commands/secrets-list.ts')).configureSecretsList,
    },
    {
      path: ['secrets', 'remove'],
      summary: 'remove a secret',
      load: async () => (await import('../commands/secrets-remove.ts')).configureSecretsRemove,
    },
    {
      path: ['secrets', 'rotate'],
      summary: 'encrypt all stored secrets with a new key',
      load: async () => (await import('../commands/secrets-rotate.ts')).configureSecretsRotate,
    },
    {
      path: ['programs', 'add'],
      summary: 'let a program run with credentials that no model sees',
      load: async () => (await import('../commands/programs-add.ts')).configureProgramsAdd,
    },
    {
      path: ['programs', 'list'],
      summary: 'list those programs, and who may use them',
      load: async () => (await import('../commands/programs-list.ts')).configureProgramsList,
    },
    {
      path: ['programs', 'show'],
      summary: 'show one program, without secret values',
      load: async () => (await import('../commands/programs-show.ts')).configureProgramsShow,
    },
    {
      path: ['programs', 'check'],
      summary: 'check if a program would accept some arguments; nothing runs',
      load: async () => (await import('../commands/programs-check.ts')).configureProgramsCheck,
    },
    {
      path: ['programs', 'grant'],
      summary: 'let an agent, a user or everyone use a program',
      load: async () => (await import('../commands/programs-grant.ts')).configureProgramsGrant,
    },
    {
      path: ['programs', 'revoke'],
      summary: 'revoke such a grant',
      load: async () => (await import('../commands/programs-grant.ts')).configureProgramsRevoke,
    },
    {
      path: ['programs', 'enable'],
      summary: 'enable a program for its grantees again',
      load: async () => (await import('../commands/programs-switch.ts')).configureProgramsEnable,
    },
    {
      path: ['programs', 'disable'],
      summary: 'stop everyone from using a program for now',
      load: async () => (await import('../commands/programs-switch.ts')).configureProgramsDisable,
    },
    {
      path: ['programs', 'remove'],
      summary: 'remove a program with its credentials and grants',
      load: async () => (await import('../commands/programs-remove.ts')).configureProgramsRemove,
    },
  ],
  loadChecks: async () => {
    const [{ checkSecrets }] = await Promise.all([import('../doctor/check-secrets.ts')])
    return [checkSecrets]
  },
}
