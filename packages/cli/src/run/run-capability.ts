import type { Capability } from '../command-line/capability.ts'

/** An agent that carries out one task. */
export const runCapability: Capability = {
  commands: [
    {
      path: ['run'],
      summary: 'have an agent carry out one task, and print its answer',
      load: async () => (await import('../commands/run.ts')).configureRun,
    },
  ],
}
