import type { Capability } from '../command-line/capability.ts'

/** Analyses of text that need no session. */
export const analysisCapability: Capability = {
  groups: {
    shell: 'analyse shell commands',
    net: 'check network addresses',
  },
  commands: [
    {
      path: ['scrub'],
      summary: 'remove secrets from text on standard input',
      load: async () => (await import('../commands/scrub.ts')).configureScrub,
    },
    {
      path: ['shell', 'check'],
      summary: 'judge shell commands, one per line of standard input; nothing is run',
      load: async () => (await import('../commands/shell-check.ts')).configureShellCheck,
    },
    {
      path: ['net', 'check'],
      summary: 'judge URLs, one per line of standard input; nothing is dialled',
      load: async () => (await import('../commands/net-check.ts')).configureNetCheck,
    },
  ],
}
