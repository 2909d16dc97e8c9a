import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources

/** The page that shows what is remembered, where it came from, and who sees it. */
export const Page = resourcePage({
  title: texts.pages.memory,
  path: '/memory',
  address: '/memory',
  topics: ['memory'],
  needs: 'forgetMemory',
  detailPath: (id) => `/memory/${encodeURIComponent(id)}`,
  row: [
    { field: 'title', label: label.title },
    { field: 'agent', label: label.agent },
    { field: 'trust', label: label.trust },
    { field: 'updatedAt', label: label.remembered, form: 'time' },
  ],
  detail: [
    { field: 'trust', label: label.trust },
    { field: 'origin', label: label.origin, form: 'json' },
    { field: 'agent', label: label.agent },
    { field: 'user', label: label.user },
    { field: 'text', label: label.text },
    { field: 'entities', label: label.links, form: 'json' },
  ],
  actions: [
    {
      label: resources.forget,
      method: 'DELETE',
      path: ({ id }) => `/memory/${encodeURIComponent(String(id))}`,
      ask: ({ title }) => resources.ask.forget(String(title)),
    },
  ],
  empty: resources.empty.memory,
})
