import type { Capability } from '../command-line/capability.ts'

/** The record of all sessions. */
export const recordCapability: Capability = {
  groups: {
    sessions: 'recorded sessions',
    audit: 'recorded events, and their integrity',
    flow: 'whose words decided what recorded sessions did',
  },
  commands: [
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
      path: ['flow', 'report'],
      summary: 'show where the words of a session came from, and what they decided',
      load: async () => (await import('../commands/flow-report.ts')).configureFlowReport,
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
  ],
}
