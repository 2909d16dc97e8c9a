import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/mcp/servers/${encodeURIComponent(String(id))}${rest}`

/** The page that shows which MCP servers are up, what they offer, and who may use them. */
export const Page = resourcePage({
  title: texts.pages.servers,
  path: '/mcp/servers',
  address: '/servers',
  topics: ['mcp'],
  needs: 'createMcpServer',
  detailPath: (id) => at(id),
  row: [
    { field: 'name', label: label.name },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'toolCount', label: label.tools, form: 'number' },
    { field: 'requestCount', label: label.requests, form: 'number' },
  ],
  detail: [
    { field: 'state', label: label.state, form: 'status' },
    { field: 'transport', label: label.transport },
    { field: 'health', label: label.health, form: 'json' },
    { field: 'tools', label: label.tools, form: 'json' },
    { field: 'grants', label: label.grants, form: 'json' },
    { field: 'log', label: label.log, form: 'json' },
  ],
  actions: [
    { label: resources.test, method: 'POST', path: ({ id }) => at(id, '/test'), showsAnswer: true },
    { label: resources.reconnect, method: 'POST', path: ({ id }) => at(id, '/reconnect') },
    {
      label: resources.approveTools,
      method: 'POST',
      path: ({ id }) => at(id, '/approve-tools'),
      ask: ({ name }) => `${resources.approveTools}: ${name}`,
    },
    {
      label: resources.remove,
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  create: { fields: [{ name: 'configuration', label: label.configuration, form: 'json' }] },
  empty: resources.empty.servers,
})
