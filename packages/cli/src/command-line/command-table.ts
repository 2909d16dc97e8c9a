import { authorityCommands } from './authority-commands.ts'
import type { CommandEntry } from './command-entry.ts'

/** Groups of commands, as the help lists them. */
export const groupSummaries: Readonly<Record<string, string>> = {
  policy: 'check and test the policy',
  config: 'show and change settings',
  shadow: 'a second policy, compared with the one in force',
  approvals: 'calls that wait for approval',
  grants: 'standing grants',
  sessions: 'recorded sessions',
  audit: 'recorded events, and their integrity',
  agents: 'stored agents with their files and memory',
  artifacts: 'full text of truncated outputs',
  secrets: 'encrypted secrets, by name',
  programs: 'programs that run with credentials, and who may use them',
  sandbox: 'where calls run, and how they are isolated',
  shell: 'analyse shell commands',
  net: 'check network addresses',
}

/** Every command that works today, in the order of the help. */
export const commandTable: readonly CommandEntry[] = [
  {
    path: ['call'],
    summary: 'make one tool call, or one per line of standard input',
    load: async () => (await import('../commands/call.ts')).configureCall,
  },
  {
    path: ['tools'],
    summary: 'list the tools with their schemas, and the hidden tools with the reason',
    load: async () => (await import('../commands/tools.ts')).configureTools,
  },
  {
    path: ['explain'],
    summary: 'explain what would happen to a call, without running it',
    load: async () => (await import('../commands/explain.ts')).configureExplain,
  },
  {
    path: ['mcp'],
    summary: 'serve the tools to an MCP client over standard input and output',
    load: async () => (await import('../commands/mcp.ts')).configureMcp,
  },
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
  {
    path: ['replay'],
    summary: 'replay a recorded session and report differences',
    load: async () => (await import('../commands/replay.ts')).configureReplay,
  },
  {
    path: ['sessions', 'list'],
    isDefault: true,
    summary: 'list recorded sessions, latest first',
    load: async () => (await import('../commands/sessions-list.ts')).configureSessionsList,
  },
  {
    path: ['sessions', 'show'],
    summary: 'show the outcome of each call of a session',
    load: async () => (await import('../commands/sessions-show.ts')).configureSessionsShow,
  },
  {
    path: ['sessions', 'export'],
    summary: 'write the events of one or all sessions as JSON Lines',
    load: async () => (await import('../commands/sessions-export.ts')).configureSessionsExport,
  },
  {
    path: ['sessions', 'prune'],
    summary: 'remove entries past their retention',
    load: async () => (await import('../commands/sessions-prune.ts')).configureSessionsPrune,
  },
  {
    path: ['audit', 'list'],
    isDefault: true,
    summary: 'list recorded events',
    load: async () => (await import('../commands/audit-list.ts')).configureAuditList,
  },
  {
    path: ['audit', 'verify'],
    summary: 'verify that no entry was changed, removed or inserted',
    load: async () => (await import('../commands/audit-verify.ts')).configureAuditVerify,
  },
  {
    path: ['audit', 'export'],
    summary: 'write every event as JSON Lines',
    load: async () => (await import('../commands/audit-export.ts')).configureAuditExport,
  },
  ...authorityCommands,
  {
    path: ['agents', 'create'],
    summary: 'store an agent, with files that all its users start with',
    load: async () => (await import('../commands/agents-create.ts')).configureAgentsCreate,
  },
  {
    path: ['agents', 'list'],
    summary: 'list the stored agents',
    load: async () => (await import('../commands/agents-list.ts')).configureAgentsList,
  },
  {
    path: ['agents', 'show'],
    summary: 'show an agent, and the files that its users start with',
    load: async () => (await import('../commands/agents-show.ts')).configureAgentsShow,
  },
  {
    path: ['agents', 'update'],
    summary: 'replace the shared files of an agent with those of a template',
    load: async () => (await import('../commands/agents-update.ts')).configureAgentsUpdate,
  },
  {
    path: ['agents', 'remove'],
    summary: 'remove an agent with its files and memory, for all of its users',
    load: async () => (await import('../commands/agents-remove.ts')).configureAgentsRemove,
  },
  {
    path: ['artifacts', 'list'],
    summary: 'list the stored outputs, newest first',
    load: async () => (await import('../commands/artifacts-list.ts')).configureArtifactsList,
  },
  {
    path: ['artifacts', 'show'],
    summary: 'write the full text of a stored output',
    load: async () => (await import('../commands/artifacts-show.ts')).configureArtifactsShow,
  },
  {
    path: ['artifacts', 'prune'],
    summary: 'remove entries past their retention',
    load: async () => (await import('../commands/artifacts-prune.ts')).configureArtifactsPrune,
  },
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
  {
    path: ['backup'],
    summary: 'write all data of the home to a folder, while it is in use',
    load: async () => (await import('../commands/backup.ts')).configureBackup,
  },
  {
    path: ['restore'],
    summary: 'create a home from a backup, on either database',
    load: async () => (await import('../commands/restore.ts')).configureRestore,
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
]
