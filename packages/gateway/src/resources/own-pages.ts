import type { ViewPageRow } from '@drawbridge/room'

/** A page about what the gateway itself serves: calls, sessions, policy. Only it has the group `own`, which is about the person. */
export type OwnPageRow = Omit<ViewPageRow, 'group'> & { readonly group: ViewPageRow['group'] | 'own' }

/** The pages about what no room owns. Those of rooms are declared where the room is. */
export const ownPages: readonly OwnPageRow[] = [
  { view: 'inbox', title: 'Inbox', needs: 'listApprovals', group: 'now', order: 10, icon: 'inbox', shortcut: 'i' },
  { view: 'live', title: 'Live', needs: 'listSessions', group: 'now', order: 20, icon: 'activity', shortcut: 'l' },
  { view: 'chat', title: 'Chat', needs: 'createSession', group: 'now', order: 30, icon: 'bubble', shortcut: 'c' },
  { view: 'overview', title: 'Overview', needs: 'getStats', group: 'look', order: 10, icon: 'chart', shortcut: 'o' },
  {
    view: 'sessions',
    title: 'Sessions',
    needs: 'listSessions',
    group: 'look',
    order: 20,
    icon: 'clock',
    shortcut: 's',
  },
  { view: 'audit', title: 'Audit', needs: 'listAudit', group: 'look', order: 30, icon: 'scroll', shortcut: 'a' },
  { view: 'flow', title: 'Flow', needs: 'getFlowReport', group: 'look', order: 40, icon: 'network', shortcut: 'f' },
  { view: 'policy', title: 'Policy', needs: 'getPolicy', group: 'authority', order: 10, icon: 'shield', shortcut: 'p' },
  { view: 'grants', title: 'Grants', needs: 'listGrants', group: 'authority', order: 20, icon: 'seal', shortcut: 'r' },
  { view: 'tools', title: 'Tools', needs: 'listTools', group: 'authority', order: 30, icon: 'wrench', shortcut: 't' },
  {
    ...{ view: 'credentials', title: 'Credentials', needs: 'listSecrets', group: 'authority' },
    ...{ order: 60, icon: 'key', shortcut: 'e' },
  },
  { view: 'agents', title: 'Agents', needs: 'listAgents', group: 'work', order: 10, icon: 'agent', shortcut: 'g' },
  { view: 'settings', title: 'Settings', needs: 'getMe', group: 'own', order: 10, icon: 'gear', shortcut: ',' },
]
