import { authorityCommands } from './authority-commands.ts'
import type { CommandEntry } from './command-entry.ts'

/** Groups of commands, as the help lists them. */
export const groupSummaries: Readonly<Record<string, string>> = {
  policy: 'what the policy says, and whether it is right',
  config: 'what is configured',
  shadow: 'a second policy, compared with the one in force',
  approvals: 'what waits for an answer',
  grants: 'what was allowed for longer than one call',
  sessions: 'what was recorded',
  audit: 'what happened, and that the record of it is whole',
  agents: 'agents that have files and memory of their own',
  artifacts: 'whole outputs of which a model saw a part',
  secrets: 'what is kept encrypted, by name',
  programs: 'programs that run with credentials, and who may use them',
  sandbox: 'where calls run, and behind which wall',
  shell: 'what shell commands would do',
  net: 'what may be reached over the network',
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
    summary: 'list the tools with their schemas, and those that are hidden with the reason',
    load: async () => (await import('../commands/tools.ts')).configureTools,
  },
  {
    path: ['explain'],
    summary: 'say what would become of a call, and why, without making it',
    load: async () => (await import('../commands/explain.ts')).configureExplain,
  },
  {
    path: ['mcp'],
    summary: 'serve the tools to an MCP client over standard input and output',
    load: async () => (await import('../commands/mcp.ts')).configureMcp,
  },
  {
    path: ['policy', 'check'],
    summary: 'say what is wrong with a configuration file, with line and column',
    load: async () => (await import('../commands/policy-check.ts')).configurePolicyCheck,
  },
  {
    path: ['policy', 'test'],
    summary: 'run the tests that a configuration file carries; nothing is called',
    load: async () => (await import('../commands/policy-test.ts')).configurePolicyTest,
  },
  {
    path: ['policy', 'tools'],
    summary: 'say of every tool whether it exists for a run, and which step decided',
    load: async () => (await import('../commands/policy-tools.ts')).configurePolicyTools,
  },
  {
    path: ['config', 'explain'],
    summary: 'show every setting in force and where it comes from',
    load: async () => (await import('../commands/config-explain.ts')).configureConfigExplain,
  },
  {
    path: ['config', 'set'],
    summary: 'keep a setting in the database, for every process of the home',
    load: async () => (await import('../commands/config-set.ts')).configureConfigSet,
  },
  {
    path: ['config', 'unset'],
    summary: 'remove a setting from the database',
    load: async () => (await import('../commands/config-unset.ts')).configureConfigUnset,
  },
  {
    path: ['config', 'list'],
    summary: 'list the settings that the database keeps, with who set them and when',
    load: async () => (await import('../commands/config-list.ts')).configureConfigList,
  },
  {
    path: ['simulate'],
    summary: 'try a policy against recorded sessions: which calls would be decided otherwise',
    load: async () => (await import('../commands/simulate.ts')).configureSimulate,
  },
  {
    path: ['shadow', 'report'],
    isDefault: true,
    summary: 'show which recorded calls the shadow policy would have decided otherwise',
    load: async () => (await import('../commands/shadow-report.ts')).configureShadowReport,
  },
  {
    path: ['replay'],
    summary: 'replay a recorded session: whether everything would happen again as it did',
    load: async () => (await import('../commands/replay.ts')).configureReplay,
  },
  {
    path: ['sessions', 'list'],
    isDefault: true,
    summary: 'list what was recorded, latest first',
    load: async () => (await import('../commands/sessions-list.ts')).configureSessionsList,
  },
  {
    path: ['sessions', 'show'],
    summary: 'show what became of each call of a session',
    load: async () => (await import('../commands/sessions-show.ts')).configureSessionsShow,
  },
  {
    path: ['sessions', 'export'],
    summary: 'write the events of a session, or of all, as JSON Lines',
    load: async () => (await import('../commands/sessions-export.ts')).configureSessionsExport,
  },
  {
    path: ['sessions', 'prune'],
    summary: 'remove what is past its retention',
    load: async () => (await import('../commands/sessions-prune.ts')).configureSessionsPrune,
  },
  {
    path: ['audit', 'list'],
    isDefault: true,
    summary: 'list what happened, event by event',
    load: async () => (await import('../commands/audit-list.ts')).configureAuditList,
  },
  {
    path: ['audit', 'verify'],
    summary: 'verify that nothing of it was changed, removed or inserted',
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
    summary: 'keep an agent, with what all of its users begin with',
    load: async () => (await import('../commands/agents-create.ts')).configureAgentsCreate,
  },
  {
    path: ['agents', 'list'],
    summary: 'list the agents that are kept',
    load: async () => (await import('../commands/agents-list.ts')).configureAgentsList,
  },
  {
    path: ['agents', 'show'],
    summary: 'say what an agent is, and what its users begin with',
    load: async () => (await import('../commands/agents-show.ts')).configureAgentsShow,
  },
  {
    path: ['agents', 'update'],
    summary: 'give all users of an agent the files that a template has now',
    load: async () => (await import('../commands/agents-update.ts')).configureAgentsUpdate,
  },
  {
    path: ['agents', 'remove'],
    summary: 'remove an agent with its files and memory, for all of its users',
    load: async () => (await import('../commands/agents-remove.ts')).configureAgentsRemove,
  },
  {
    path: ['artifacts', 'list'],
    summary: 'list the outputs that are stored, newest first',
    load: async () => (await import('../commands/artifacts-list.ts')).configureArtifactsList,
  },
  {
    path: ['artifacts', 'show'],
    summary: 'write the whole of a stored output',
    load: async () => (await import('../commands/artifacts-show.ts')).configureArtifactsShow,
  },
  {
    path: ['artifacts', 'prune'],
    summary: 'remove what is past its retention',
    load: async () => (await import('../commands/artifacts-prune.ts')).configureArtifactsPrune,
  },
  {
    path: ['secrets', 'set'],
    summary: 'keep a secret encrypted, under a name that a configuration can refer to',
    load: async () => (await import('../commands/secrets-set.ts')).configureSecretsSet,
  },
  {
    path: ['secrets', 'list'],
    summary: 'list the names of what is kept; no value is ever shown',
    load: async () => (await import('../commands/secrets-list.ts')).configureSecretsList,
  },
  {
    path: ['secrets', 'remove'],
    summary: 'remove a secret',
    load: async () => (await import('../commands/secrets-remove.ts')).configureSecretsRemove,
  },
  {
    path: ['secrets', 'rotate'],
    summary: 'encrypt everything that is kept with a new key',
    load: async () => (await import('../commands/secrets-rotate.ts')).configureSecretsRotate,
  },
  {
    path: ['programs', 'add'],
    summary: 'let a program run with credentials that no model sees',
    load: async () => (await import('../commands/programs-add.ts')).configureProgramsAdd,
  },
  {
    path: ['programs', 'list'],
    summary: 'list those programs, with who may use them',
    load: async () => (await import('../commands/programs-list.ts')).configureProgramsList,
  },
  {
    path: ['programs', 'show'],
    summary: 'show what is known of one, but no value',
    load: async () => (await import('../commands/programs-show.ts')).configureProgramsShow,
  },
  {
    path: ['programs', 'check'],
    summary: 'say whether a program would take some arguments; nothing runs',
    load: async () => (await import('../commands/programs-check.ts')).configureProgramsCheck,
  },
  {
    path: ['programs', 'grant'],
    summary: 'let an agent, a user or everyone use a program',
    load: async () => (await import('../commands/programs-grant.ts')).configureProgramsGrant,
  },
  {
    path: ['programs', 'revoke'],
    summary: 'take a grant away',
    load: async () => (await import('../commands/programs-grant.ts')).configureProgramsRevoke,
  },
  {
    path: ['programs', 'enable'],
    summary: 'let those that it is granted to use a program again',
    load: async () => (await import('../commands/programs-switch.ts')).configureProgramsEnable,
  },
  {
    path: ['programs', 'disable'],
    summary: 'let nobody use a program for now',
    load: async () => (await import('../commands/programs-switch.ts')).configureProgramsDisable,
  },
  {
    path: ['programs', 'remove'],
    summary: 'remove a program with its credentials and grants',
    load: async () => (await import('../commands/programs-remove.ts')).configureProgramsRemove,
  },
  {
    path: ['sandbox', 'explain'],
    summary: 'say where the calls of a run are made, what they can see there, and why',
    load: async () => (await import('../commands/sandbox-explain.ts')).configureSandboxExplain,
  },
  {
    path: ['sandbox', 'prune'],
    summary: 'remove the sandboxes that nobody used for long, with their files',
    load: async () => (await import('../commands/sandbox-prune.ts')).configureSandboxPrune,
  },
  {
    path: ['backup'],
    summary: 'write everything that the home keeps into a folder, while it is in use',
    load: async () => (await import('../commands/backup.ts')).configureBackup,
  },
  {
    path: ['restore'],
    summary: 'make a home of a backup, on either database',
    load: async () => (await import('../commands/restore.ts')).configureRestore,
  },
  {
    path: ['doctor'],
    summary: 'look at this machine and say what is missing and what to do',
    load: async () => (await import('../commands/doctor.ts')).configureDoctor,
  },
  {
    path: ['demo'],
    summary: 'watch a scripted model work on a scratch project through the real pipeline',
    load: async () => (await import('../commands/demo.ts')).configureDemo,
  },
  {
    path: ['scrub'],
    summary: 'take secrets out of text from standard input',
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
