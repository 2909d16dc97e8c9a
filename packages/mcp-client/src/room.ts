import type { EventFamily } from '@drawbridge/core/event'
import { defineRoom } from '@drawbridge/room'
import type { AccessDecided, AccessRequested, GrantChanged } from './grants/grant-events.ts'

const because = 'it is about who may use a server, not about a call'

/** The events of grants and of requests for them. */
const grantEvents: EventFamily<{
  readonly 'mcp.access_requested': AccessRequested
  readonly 'mcp.access_decided': AccessDecided
  readonly 'mcp.grant_changed': GrantChanged
}> = {
  'mcp.access_requested': {
    scrub: (body, { scrub }) => ({ ...body, reason: scrub(body.reason).text }),
    line: ({ request, server, subject }) => ({ request, server, [subject.kind]: subject.id }),
    replay: 'told',
    because,
  },
  'mcp.access_decided': {
    scrub: (body) => body,
    line: ({ request, server, subject, verdict, by }) => ({ request, server, [subject.kind]: subject.id, verdict, by }),
    replay: 'told',
    because,
  },
  'mcp.grant_changed': {
    scrub: (body) => body,
    line: ({ server, subject, change, by }) => ({ server, [subject.kind]: subject.id, change, by }),
    replay: 'told',
    because,
  },
}

/** MCP servers whose tools become ours: their configuration, connections and commands. */
export const mcpRoom = defineRoom({
  name: 'mcp',
  summary: 'MCP servers whose tools agents can use',
  builtIn: { deferAbove: 40 },
  loadSection: async () => (await import('./section/mcp-section.ts')).mcpSection,
  tools: [
    {
      name: 'servers.status',
      description:
        'Shows the MCP servers whose tools you may use: the state of each, why it is not available, how many of its tools are offered, and which are withheld or left out. Call it if a tool of a server is missing or fails.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['mcp'],
      load: async (house) => (await import('./status/servers-status.ts')).serversStatus(house),
    },
  ],
  loadTools: async (section) => {
    if (Object.keys(section?.servers ?? {}).length === 0) return []
    const { toolsOfServers } = await import('./tools-of-servers.ts')
    return toolsOfServers
  },
  commands: [
    {
      path: ['mcp', 'list'],
      summary: 'list the MCP servers of the configuration, and the inputs that they need',
      load: async () => (await import('./commands/servers.ts')).listCommand,
    },
    {
      path: ['mcp', 'add'],
      summary: 'add a server to the configuration',
      load: async () => (await import('./commands/servers.ts')).addCommand,
    },
    {
      path: ['mcp', 'test'],
      summary: 'connect to a server, and say of each of its tools if it would be offered, and if not, why',
      load: async () => (await import('./commands/test-server.ts')).testCommand,
    },
    {
      path: ['mcp', 'enable'],
      summary: 'switch a server on, with stored secrets where it needs inputs',
      load: async () => (await import('./commands/servers.ts')).enableCommand,
    },
    {
      path: ['mcp', 'disable'],
      summary: 'switch a server off',
      load: async () => (await import('./commands/servers.ts')).disableCommand,
    },
    {
      path: ['mcp', 'remove'],
      summary: 'remove a server from the configuration',
      load: async () => (await import('./commands/servers.ts')).removeCommand,
    },
    {
      path: ['mcp', 'export'],
      summary: "print servers in the form of another client's file",
      load: async () => (await import('./commands/servers.ts')).exportCommand,
    },
    {
      path: ['mcp', 'import'],
      summary: "move the MCP servers of other clients into our configuration, behind one entry in each client's file",
      load: async () => (await import('./commands/import.ts')).importCommand,
    },
    {
      path: ['mcp', 'restore'],
      summary: 'undo an import: bring the files of clients back, byte for byte',
      load: async () => (await import('./commands/restore.ts')).restoreCommand,
    },
    {
      path: ['mcp', 'consent'],
      summary: "look at a server's tools, and agree to those that are new or changed",
      load: async () => (await import('./consent/consent-command.ts')).consentCommand,
    },
    {
      path: ['mcp', 'login'],
      summary: 'log in to a server at an address, in a browser',
      load: async () => (await import('./login/command/login.ts')).loginCommand,
    },
    {
      path: ['mcp', 'logout'],
      summary: 'forget the login of a server',
      load: async () => (await import('./login/command/login.ts')).logoutCommand,
    },
    {
      path: ['mcp', 'logins'],
      summary: 'list the logins that there are',
      load: async () => (await import('./login/command/login.ts')).loginsCommand,
    },
    {
      path: ['mcp', 'grants'],
      summary: 'list who may use which server',
      load: async () => (await import('./commands/grants.ts')).grantsCommand,
    },
    {
      path: ['mcp', 'grant'],
      summary: 'grant a server, or some of its tools, to an agent or a user',
      load: async () => (await import('./commands/grants.ts')).grantCommand,
    },
    {
      path: ['mcp', 'revoke'],
      summary: 'remove the grant of a server',
      load: async () => (await import('./commands/grants.ts')).revokeCommand,
    },
    {
      path: ['mcp', 'requests'],
      summary: 'list requests of agents for access to servers',
      load: async () => (await import('./commands/requests.ts')).requestsCommand,
    },
    {
      path: ['mcp', 'approve'],
      summary: 'grant what a request asks for',
      load: async () => (await import('./commands/requests.ts')).approveCommand,
    },
    {
      path: ['mcp', 'reject'],
      summary: 'reject a request, with a note',
      load: async () => (await import('./commands/requests.ts')).rejectCommand,
    },
  ],
  migrations: [
    { name: '0001-consents', load: () => import('./consent/0001-consents.ts') },
    { name: '0002-grants', load: () => import('./grants/0002-grants.ts') },
    { name: '0003-logins', load: () => import('./login/0003-logins.ts') },
    { name: '0004-grant-overrides', load: () => import('./grants/0004-grant-overrides.ts') },
  ],
  sealed: [{ table: 'mcp_logins', column: 'encrypted_credentials', key: 'id' }],
  events: grantEvents,
  loadRoutes: async () => (await import('./mcp-routes.ts')).mcpRoutes,
  pages: [
    {
      view: 'servers',
      title: 'MCP servers',
      needs: 'listMcpServers',
      group: 'authority',
      order: 40,
      icon: 'plug',
      shortcut: 'm',
    },
  ],
  provides: {
    mcpServers: async (house, section) => (await import('./server/create-servers.ts')).createServers(house, section),
    mcpGrants: async (house, section) => (await import('./grants/open-grants.ts')).openGrants(house, section),
  },
  open: async (house) => {
    const [mcp, grants] = [await house.service('mcpServers'), await house.service('mcpGrants')]
    const hasServers = mcp !== undefined && mcp.servers.length > 0
    const offer =
      hasServers && grants !== undefined
        ? (await import('./resources/server-offer.ts')).serverOffer(mcp.servers, grants)
        : undefined
    return {
      ...(offer === undefined ? {} : { offer }),
      sources: mcp?.servers.map(({ source }) => source) ?? [],
      hooks: { preToolUse: grants === undefined ? [] : [grants.hook] },
      defers: (tools, principal) => mcp?.defer(tools, principal) ?? new Set(),
      exposes: (tool, agent) => mcp?.exposedName(tool, agent, grants?.overridesFor(tool, agent)),
      hide: (tool, principal) => {
        const reason = grants?.objectionTo(tool, principal)
        return reason === undefined ? undefined : { class: 'removed', reason, source: 'drawbridge mcp grants' }
      },
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
})
