/** The navigation as a gateway with all rooms gives it, and an entry for schedules, which no room of this repository has yet. */
export const samplePages: readonly SamplePage[] = [
  entry('gateway', 'now', ['inbox', 'Inbox', 'listApprovals', 'inbox', 'i']),
  entry('gateway', 'now', ['live', 'Live', 'listSessions', 'activity', 'l']),
  entry('gateway', 'now', ['chat', 'Chat', 'createSession', 'bubble', 'c']),
  entry('gateway', 'look', ['overview', 'Overview', 'getStats', 'chart', 'o']),
  entry('gateway', 'look', ['sessions', 'Sessions', 'listSessions', 'clock', 's']),
  entry('gateway', 'look', ['audit', 'Audit', 'listAudit', 'scroll', 'a']),
  entry('gateway', 'look', ['flow', 'Flow', 'getFlowReport', 'network', 'f']),
  entry('gateway', 'authority', ['policy', 'Policy', 'getPolicy', 'shield', 'p']),
  entry('gateway', 'authority', ['grants', 'Grants', 'listGrants', 'seal', 'r']),
  entry('gateway', 'authority', ['tools', 'Tools', 'listTools', 'wrench', 't']),
  entry('mcp', 'authority', ['servers', 'MCP servers', 'listMcpServers', 'plug', 'm']),
  entry('custom', 'authority', ['custom', 'Custom tools', 'listCustomTools', 'sliders', 'u']),
  entry('gateway', 'authority', ['credentials', 'Credentials', 'listSecrets', 'key', 'e']),
  entry('gateway', 'work', ['agents', 'Agents', 'listAgents', 'agent', 'g']),
  entry('teams', 'work', ['teams', 'Teams', 'listTeams', 'people', 'w']),
  entry('delegations', 'work', ['delegations', 'Delegations', 'listDelegations', 'split', 'd']),
  entry('tasks', 'work', ['tasks', 'Tasks', 'listTasks', 'list', 'x']),
  entry('memory', 'work', ['memory', 'Memory', 'listMemory', 'mind', 'y']),
  entry('knowledge', 'work', ['knowledge', 'Knowledge', 'searchKnowledge', 'graph', 'n']),
  entry('skills', 'work', ['skills', 'Skills', 'listSkills', 'book', 'k']),
  entry('schedules', 'work', ['schedules', 'Schedules', 'listSchedules', 'calendar', 'h']),
  entry('jobs', 'work', ['jobs', 'Jobs', 'listJobs', 'layers', 'j']),
  entry('gateway', 'own', ['settings', 'Settings', 'getMe', 'gear', ',']),
]

interface SamplePage {
  readonly id: string
  readonly room: string
  readonly operation: string
}

type Facts = readonly [view: string, title: string, operation: string, icon: string, shortcut: string]

function entry(room: string, group: string, [view, title, operation, icon, shortcut]: Facts): SamplePage {
  return {
    ...{ kind: 'view', id: view, room, title, group, icon, shortcut },
    ...{ address: `/${view}`, operation, view },
  } as SamplePage
}
