import type { Capability } from '../command-line/capability.ts'

/** The first things to run on a new machine. */
export const firstStepsCapability: Capability = {
  commands: [
    {
      path: ['init'],
      summary: 'write a first configuration with comments; never overwrites one',
      load: async () => (await import('../commands/init.ts')).configureInit,
    },
    {
      path: ['completion'],
      summary: 'write the script that lets a shell complete commands, options and values',
      load: async () => (await import('../commands/completion.ts')).configureCompletion,
    },
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
