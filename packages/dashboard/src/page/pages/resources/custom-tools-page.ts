import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/custom-tools/${encodeURIComponent(String(id))}${rest}`

/** The tools that people define from a command. */
export const Page = resourcePage({
  title: texts.pages.custom,
  path: '/custom-tools',
  address: '/custom',
  topics: ['custom-tools'],
  needs: 'createCustomTool',
  detailPath: (id) => at(id),
  row: [
    { field: 'name', label: label.name, form: 'mono' },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'version', label: label.version },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'command', label: label.command, form: 'json' },
    { field: 'parameters', label: label.parameters, form: 'json' },
    { field: 'variables', label: label.variables, form: 'json' },
    { field: 'timeoutMs', label: label.timeLimit, form: 'duration' },
    { field: 'agents', label: label.agents, form: 'list' },
    { field: 'versions', label: label.version, form: 'json' },
  ],
  actions: [
    { label: resources.test, method: 'POST', path: ({ id }) => at(id, '/test'), showsAnswer: true },
    {
      label: resources.remove,
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  create: {
    fields: [
      { name: 'name', label: label.name },
      { name: 'description', label: label.description },
      { name: 'command', label: label.command },
      { name: 'parameters', label: label.parameters, form: 'json' },
    ],
  },
  empty: resources.empty.custom,
})
