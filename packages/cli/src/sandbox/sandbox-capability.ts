import type { Capability } from '../command-line/capability.ts'

/** The sandboxes in which calls run. */
export const sandboxCapability: Capability = {
  groups: {
    sandbox: 'where calls run, and how they are isolated',
  },
  commands: [
    {
      path: ['sandbox', 'explain'],
      summary: 'show where the calls of a run would run, what they can see there, and why',
      load: async () => (await import('../commands/sandbox-explain.ts')).configureSandboxExplain,
    },
    {
      path: ['sandbox', 'prune'],
      summary: 'remove sandboxes that were unused for a long time, with their files',
      load: async () => (await import('../commands/sandbox-prune.ts')).configureSandboxPrune,
    },
  ],
  loadChecks: async () => {
    const [{ checkContainment }, { checkSandboxes }] = await Promise.all([
      import('../doctor/check-containment.ts'),
      import('../doctor/check-sandboxes.ts'),
    ])
    return [checkContainment, ...checkSandboxes]
  },
}
