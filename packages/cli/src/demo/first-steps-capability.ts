import type { Capability } from '../command-line/capability.ts'

/** The first things to run on a new machine. */
export const firstStepsCapability: Capability = {
  commands: [
    {
      path: ['doctor'],
      summary: 'check this machine, and report what is missing and what to do',
      load: async () => (await import('../commands/doctor.ts')).configureDoctor,
    },
    {
      path: ['demo'],
      summary: 'watch a scripted model work on a scratch project through the real pipeline',
      load: async () => (await import('../commands/demo.ts')).configureDemo,
    },
  ],
}
