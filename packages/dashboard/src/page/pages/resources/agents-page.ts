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
  detailPath: (id) => at(id),
  row: [
    { field: 'id', label: label.name },
    { field: 'type', label: label.kind },
    { field: 'model', label: label.model },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'type', label: label.kind },
    { field: 'model', label: label.model },
    { field: 'definedIn', label: label.definedIn, form: 'mono' },
    { field: 'createdAt', label: label.set, form: 'time' },
    { field: 'profile', label: label.profile, form: 'json' },
    { field: 'files', label: label.files, form: 'json' },
    { field: 'memory', label: texts.pages.memory, form: 'json' },
  ],
  actions: [
    {
      label: resources.remove,
      needs: 'removeAgent',
      when: ({ type }) => type !== null,
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ id }) => resources.ask.remove(String(id)),
    },
  ],
  create: { needs: 'createAgent', fields: [{ name: 'id', label: label.name }] },
  empty: resources.empty.agents,
  emptyHint: resources.hint.agents,
})
