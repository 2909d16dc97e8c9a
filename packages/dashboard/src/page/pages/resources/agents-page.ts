import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/agents/${encodeURIComponent(String(id))}${rest}`

/** The page that shows what each agent is, what it knows, and what it may do. */
export const Page = resourcePage({
  title: texts.pages.agents,
  path: '/agents',
  address: '/agents',
  topics: ['agents'],
  needs: 'createAgent',
  detailPath: (id) => at(id),
  row: [
    { field: 'id', label: label.name },
    { field: 'model', label: label.model },
    { field: 'running', label: label.running, form: 'number' },
    { field: 'spent', label: label.spent, form: 'money' },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'model', label: label.model },
    { field: 'record', label: label.record, form: 'json' },
    { field: 'files', label: label.files, form: 'json' },
    { field: 'links', label: label.links, form: 'json' },
    { field: 'limits', label: label.limits, form: 'json' },
  ],
  actions: [
    {
      label: resources.remove,
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ id }) => resources.ask.remove(String(id)),
    },
  ],
  create: {
    fields: [
      { name: 'id', label: label.name },
      { name: 'description', label: label.description },
      { name: 'model', label: label.model },
    ],
  },
  empty: resources.empty.agents,
})
