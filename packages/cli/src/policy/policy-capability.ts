import type { Capability } from '../command-line/capability.ts'

/** Rules and settings, and what other ones would decide. */
export const policyCapability: Capability = {
  groups: {
    policy: 'check, test and change the policy',
    config: 'show and change settings',
    shadow: 'a second policy, compared with the one in force',
  },
  commands: [
    {
      path: ['policy', 'check'],
      summary: 'report errors in a configuration file, with line and column',
      load: async () => (await import('../commands/policy-check.ts')).configurePolicyCheck,
    },
    {
      path: ['policy', 'test'],
      summary: 'run the tests in a configuration file; no tool is called',
      load: async () => (await import('../commands/policy-test.ts')).configurePolicyTest,
    },
    {
      path: ['policy', 'tools'],
      summary: 'show which tools exist for a run, and which step decided',
      load: async () => (await import('../commands/policy-tools.ts')).configurePolicyTools,
    },
    {
      path: ['policy', 'versions'],
      summary: 'list the versions of the policy in the database, newest first',
      load: async () => (await import('../commands/policy-versions.ts')).configurePolicyVersions,
    },
    {
      path: ['policy', 'apply'],
      summary: 'make a file the policy of the database, for all processes that use the home',
      load: async () => (await import('../commands/policy-apply.ts')).configurePolicyApply,
    },
    {
      path: ['policy', 'revert'],
      summary: 'make an earlier version the policy of the database again',
      load: async () => (await import('../commands/policy-revert.ts')).configurePolicyRevert,
    },
    {
      path: ['config', 'explain'],
      summary: 'show every setting in force and its source',
      load: async () => (await import('../commands/config-explain.ts')).configureConfigExplain,
    },
    {
      path: ['config', 'set'],
      summary: 'save a setting in the database, for all processes that use the home',
      load: async () => (await import('../commands/config-set.ts')).configureConfigSet,
    },
    {
      path: ['config', 'unset'],
      summary: 'remove a setting from the database',
      load: async () => (await import('../commands/config-unset.ts')).configureConfigUnset,
    },
    {
      path: ['config', 'list'],
      summary: 'list the settings in the database, with author and time',
      load: async () => (await import('../commands/config-list.ts')).configureConfigList,
    },
    {
      path: ['simulate'],
      summary: 'test a policy on recorded sessions: list calls with a different verdict',
      load: async () => (await import('../commands/simulate.ts')).configureSimulate,
    },
    {
      path: ['shadow', 'report'],
      isDefault: true,
      summary: 'list recorded calls that the shadow policy would have decided differently',
      load: async () => (await import('../commands/shadow-report.ts')).configureShadowReport,
    },
  ],
}
