import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'
import { AddServer } from './add-server.tsx'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/mcp/servers/${encodeURIComponent(String(id))}${rest}`

/** The page that shows which MCP servers are up, and what they offer. */
export const Page = resourcePage({
  title: texts.pages.servers,
  path: '/mcp/servers',
  address: '/servers',
  topics: ['mcp'],
  detailPath: (id) => at(id),
  row: [
    { field: 'id', label: label.name },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'offered', label: label.offered, form: 'number' },
  ],
  detail: [
    { field: 'state', label: label.state, form: 'status' },
    { field: 'reason', label: label.reason },
    { field: 'transport', label: label.transport },
    { field: 'launch', label: label.launch, form: 'mono' },
    { field: 'variables', label: label.variables, form: 'list' },
    { field: 'offered', label: label.offered, form: 'number' },
    { field: 'withheld', label: label.withheld, form: 'json' },
    { field: 'rejected', label: label.rejected, form: 'json' },
    { field: 'warnings', label: label.warnings, form: 'list' },
  ],
  actions: [
    {
      label: resources.approveTools,
      needs: 'agreeToMcpServer',
      when: isOn,
      method: 'POST',
      path: ({ id }) => at(id, '/agree'),
      looksAt: ({ id }) => at(id, '/changes'),
      body: (_, { version }) => ({ version }),
      showsAnswer: true,
    },
    {
      label: resources.test,
      needs: 'testMcpServer',
      when: isOn,
      method: 'POST',
      path: ({ id }) => at(id, '/test'),
      body: () => ({}),
      showsAnswer: true,
    },
    {
      label: resources.reconnect,
      needs: 'reconnectMcpServer',
      when: isOn,
      method: 'POST',
      path: ({ id }) => at(id, '/reconnect'),
    },
    {
      label: resources.remove,
      needs: 'removeMcpServer',
      when: ({ state }) => state === 'waiting',
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ id }) => resources.ask.remove(String(id)),
    },
  ],
  create: { needs: 'addMcpServer', Form: AddServer },
  empty: resources.empty.servers,
  emptyHint: resources.hint.servers,
})

function isOn({ state }: Readonly<Record<string, unknown>>): boolean {
  return state !== 'off' && state !== 'waiting'
}
