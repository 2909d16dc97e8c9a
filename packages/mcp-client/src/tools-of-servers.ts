import type { ToolRow } from '@drawbridge/room'
import { requestAccessRow } from './grants/request-access.ts'
import type { McpSection } from './section/mcp-section.ts'

/** The tools that exist if there are servers, besides those of the servers. */
export const toolsOfServers: readonly ToolRow<McpSection>[] = [
  requestAccessRow,
  {
    name: 'servers.search',
    description:
      'Finds tools of MCP servers by what they do, also those that you are not shown, and returns their schemas. Call one with servers.call.',
    permission: 'readonly',
    risk: 'safe',
    groups: ['mcp'],
    load: async () => (await import('./deferred/servers-search.ts')).serversSearch(),
  },
  {
    name: 'servers.call',
    description:
      'Calls a tool of an MCP server that servers.search found. It is judged like a direct call of that tool.',
    permission: 'readonly',
    risk: 'safe',
    groups: ['mcp'],
    load: async () => (await import('./deferred/servers-call.ts')).serversCall(),
  },
  {
    name: 'servers.list_resources',
    description:
      'Lists the resources of an MCP server, such as files or records, and the templates of their addresses.',
    permission: 'readonly',
    risk: 'safe',
    groups: ['mcp'],
    load: async (house) => (await import('./resources/list-resources.ts')).listResources(house),
  },
  {
    name: 'servers.read_resource',
    description: 'Reads a resource of an MCP server, by the address that a list or a result gives.',
    permission: 'write',
    mayOnlyRead: true,
    groups: ['mcp'],
    load: async (house, section) => (await import('./resources/read-resource.ts')).readResource(house, section),
  },
  {
    name: 'servers.get_prompt',
    description:
      'Lists the prompts of an MCP server, gets one with its arguments filled in, or the values that an argument may have.',
    permission: 'write',
    mayOnlyRead: true,
    groups: ['mcp'],
    load: async (house, section) => (await import('./resources/get-prompt.ts')).getPrompt(house, section),
  },
]
