/** The files that say who an agent is and whom it works for. */
export const contextFileNames = [
  'SOUL.md',
  'IDENTITY.md',
  'AGENTS.md',
  'TOOLS.md',
  'HEARTBEAT.md',
  'USER.md',
  'BOOTSTRAP.md',
] as const

/** The name of one of an agent's context files. */
export type ContextFileName = (typeof contextFileNames)[number]
