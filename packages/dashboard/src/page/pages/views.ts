import type { ComponentType } from 'react'

/** Loads the code of a page. */
export type LoadView = () => Promise<{ readonly Page: ComponentType }>

/**
 * The code of pages, by the name under which the server lists them. A name that the server does not list is never loaded, and one that is
 * not here is not shown: the server is newer than this page.
 */
export const views: ReadonlyMap<string, LoadView> = new Map<string, LoadView>([
  ['inbox', () => import('./inbox/inbox-page.tsx')],
  ['live', () => import('./live/live-page.tsx')],
  ['chat', () => import('./chat/chat-page.tsx')],
  ['overview', () => import('./overview/overview-page.tsx')],
  ['sessions', () => import('./sessions/sessions-page.tsx')],
  ['audit', () => import('./audit-page.tsx')],
  ['flow', () => import('./flow-page.tsx')],
  ['policy', () => import('./policy/policy-page.tsx')],
  ['grants', () => import('./resources/grants-page.ts')],
  ['tools', () => import('./tools/tools-page.tsx')],
  ['servers', () => import('./resources/servers-page.ts')],
  ['custom', () => import('./resources/custom-tools-page.ts')],
  ['credentials', () => import('./resources/credentials-page.ts')],
  ['agents', () => import('./resources/agents-page.ts')],
  ['teams', () => import('./resources/teams-page.ts')],
  ['delegations', () => import('./delegations/delegations-page.tsx')],
  ['tasks', () => import('./resources/tasks-page.ts')],
  ['memory', () => import('./resources/memory-page.ts')],
  ['knowledge', () => import('./knowledge/knowledge-page.tsx')],
  ['skills', () => import('./resources/skills-page.ts')],
  ['schedules', () => import('./resources/schedules-page.ts')],
  ['jobs', () => import('./resources/jobs-page.ts')],
  ['settings', () => import('./settings-page.tsx')],
])
