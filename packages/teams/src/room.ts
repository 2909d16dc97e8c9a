import { defineRoom } from '@drawbridge/room'

/** Teams of agents: a board of tasks, a mailbox, and a supervisor that gives tasks to members. */
export const teamsRoom = defineRoom({
  name: 'teams',
  loadSection: async () => (await import('./section.ts')).teamsSection,
  builtIn: { leaseSeconds: 1800, supervisorSeconds: 30, concurrency: 4, background: true },
  summary: 'teams of agents that share a board of tasks',
  tools: [
    {
      name: 'team.tasks',
      description:
        "The board of your team. The lead creates tasks (with an assignee and blocked_by) and approves, rejects, assigns, cancels or retries them; members claim pending tasks, report progress, and complete them with a result. A comment of type blocker ends a task that you cannot do and calls the lead. list and get show what there is. A task's owner may ask the user with ask_user.",
      permission: 'readonly',
      risk: 'safe',
      groups: ['teams'],
      load: async (house, section) => (await import('./tools/tasks-tool.ts')).tasksTool(house, section),
    },
    {
      name: 'team.message',
      description:
        'Mail between the agents of your team: send to one, broadcast to all others, read what you have not read yet.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['teams'],
      load: async (house, section) => (await import('./tools/message-tool.ts')).messageTool(house, section),
    },
  ],
  commands: [
    {
      path: ['teams', 'list'],
      isDefault: true,
      summary: 'list the teams',
      load: async () => (await import('./commands/team-commands.ts')).listCommand,
    },
    {
      path: ['teams', 'create'],
      summary: 'make a team of agents',
      load: async () => (await import('./commands/team-commands.ts')).createCommand,
    },
    {
      path: ['teams', 'set'],
      summary: 'change a team',
      load: async () => (await import('./commands/team-commands.ts')).setCommand,
    },
    {
      path: ['teams', 'remove'],
      summary: 'remove a team with its board and mail; its record stays',
      load: async () => (await import('./commands/team-commands.ts')).removeCommand,
    },
    {
      path: ['teams', 'board'],
      summary: 'show the tasks of a team',
      load: async () => (await import('./commands/board-commands.ts')).boardCommand,
    },
    {
      path: ['teams', 'task'],
      summary: 'show a task with its comments and its record',
      load: async () => (await import('./commands/board-commands.ts')).taskCommand,
    },
    {
      path: ['teams', 'add'],
      summary: 'put a task on the board',
      load: async () => (await import('./commands/board-commands.ts')).addCommand,
    },
    {
      path: ['teams', 'act'],
      summary: 'approve, reject, assign, comment, retry, cancel or complete a task, as its lead could',
      load: async () => (await import('./commands/board-commands.ts')).actCommand,
    },
    {
      path: ['teams', 'work'],
      summary: 'let the members of all teams work on their tasks',
      load: async () => (await import('./commands/work-command.ts')).workCommand,
    },
    {
      path: ['teams', 'events'],
      summary: 'print the record of a board',
      load: async () => (await import('./commands/board-commands.ts')).eventsCommand,
    },
  ],
  workers: [
    {
      name: 'supervisor',
      start: async (house, section, { onError }) => {
        if (section?.background === false || (await house.database.options()) === undefined) return undefined
        return (await import('./dispatch/open-supervisor.ts')).openSupervisor(house, section, { onError })
      },
    },
  ],
  loadRoutes: async () => (await import('./team-routes.ts')).teamRoutes,
  pages: [{ view: 'teams', title: 'Teams', needs: 'listTeams', order: 20, icon: 'people', shortcut: 'w' }],
  migrations: [
    { name: '0001-teams', load: () => import('./0001-teams.ts') },
    { name: '0002-starters', load: () => import('./0002-starters.ts') },
    { name: '0003-mail-limits', load: () => import('./0003-mail-limits.ts') },
    { name: '0004-holds', load: () => import('./0004-holds.ts') },
  ],
  provides: {
    teamRoster: async (house) => (await import('./team/team-roster.ts')).teamRoster(house),
  },
  promptBlocks: [
    {
      name: 'TEAM.md',
      text: async (house, caller) => (await import('./team/team-document.ts')).teamDocument(house, caller),
    },
  ],
})
