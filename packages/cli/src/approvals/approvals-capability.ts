import type { Capability } from '../command-line/capability.ts'

/** Approving calls, and what was allowed for longer. */
export const approvalsCapability: Capability = {
  groups: {
    approvals: 'calls that wait for approval',
    grants: 'standing grants',
  },
  commands: [
    {
      path: ['approvals', 'ask'],
      isDefault: true,
      summary: 'approve or deny waiting calls at this terminal',
      load: async () => (await import('../commands/approvals-ask.ts')).configureApprovalsAsk,
    },
    {
      path: ['approvals', 'list'],
      summary: 'list calls that wait for approval',
      load: async () => (await import('../commands/approvals-list.ts')).configureApprovalsList,
    },
    {
      path: ['approvals', 'show'],
      summary: 'show one question in full',
      load: async () => (await import('../commands/approvals-show.ts')).configureApprovalsShow,
    },
    {
      path: ['approvals', 'answer'],
      summary: 'answer one question',
      load: async () => (await import('../commands/approvals-answer.ts')).configureApprovalsAnswer,
    },
    {
      path: ['approvals', 'watch'],
      summary: 'show questions as they arrive, and answer them at a terminal',
      load: async () => (await import('../commands/approvals-watch.ts')).configureApprovalsWatch,
    },
    {
      path: ['grants', 'list'],
      isDefault: true,
      summary: 'list standing grants with owner and last use',
      load: async () => (await import('../commands/grants-list.ts')).configureGrantsList,
    },
    {
      path: ['grants', 'revoke'],
      summary: 'revoke a grant',
      load: async () => (await import('../commands/grants-revoke.ts')).configureGrantsRevoke,
    },
  ],
  loadChecks: async () => {
    const [{ checkTerminal }] = await Promise.all([import('../doctor/check-terminal.ts')])
    return [checkTerminal]
  },
}
