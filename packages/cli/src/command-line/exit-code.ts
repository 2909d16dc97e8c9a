/** The exit codes of commands, for scripts. A command that makes a call ends with the status of its outcome. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, denied: 3, cancelled: 4, budget: 5, interrupted: 130 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
