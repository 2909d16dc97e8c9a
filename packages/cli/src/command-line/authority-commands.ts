import type { CommandEntry } from './command-entry.ts'

/** The commands about questions and what was allowed, in the order of the help. */
export const authorityCommands: readonly CommandEntry[] = [
  {
    path: ['approvals', 'ask'],
    isDefault: true,
    summary: 'answer at this terminal what waits for an answer',
    load: async () => (await import('../commands/approvals-ask.ts')).configureApprovalsAsk,
  },
  {
    path: ['approvals', 'list'],
    summary: 'list what waits for an answer',
    load: async () => (await import('../commands/approvals-list.ts')).configureApprovalsList,
  },
  {
    path: ['approvals', 'show'],
    summary: 'show one question whole',
    load: async () => (await import('../commands/approvals-show.ts')).configureApprovalsShow,
  },
  {
    path: ['approvals', 'answer'],
    summary: 'answer one question',
    load: async () => (await import('../commands/approvals-answer.ts')).configureApprovalsAnswer,
  },
  {
    path: ['approvals', 'watch'],
    summary: 'show questions as they come, and answer them at a terminal',
    load: async () => (await import('../commands/approvals-watch.ts')).configureApprovalsWatch,
  },
  {
    path: ['grants', 'list'],
    isDefault: true,
    summary: 'list what was allowed for always, to whom, and when it was used last',
    load: async () => (await import('../commands/grants-list.ts')).configureGrantsList,
  },
  {
    path: ['grants', 'revoke'],
    summary: 'take a grant back',
    load: async () => (await import('../commands/grants-revoke.ts')).configureGrantsRevoke,
  },
]
