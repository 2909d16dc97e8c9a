import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/jobs/${encodeURIComponent(String(id))}${rest}`

/** The page that shows work that outlives its process, and what failed in every attempt. */
export const Page = resourcePage({
  title: texts.pages.jobs,
  path: '/jobs?limit=200',
  address: '/jobs',
  topics: ['jobs'],
  detailPath: (id) => at(id),
  row: [
    { field: 'kind', label: label.kind, form: 'mono' },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'runAt', label: label.due, form: 'time' },
  ],
  detail: [
    { field: 'id', label: label.name, form: 'mono' },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'attempt', label: label.attempt, form: 'number' },
    { field: 'lastError', label: label.lastError },
    { field: 'payload', label: label.payload, form: 'mono' },
  ],
  actions: [
    {
      label: resources.retryTask,
      needs: 'retryJob',
      when: ({ state }) => state === 'dead',
      method: 'POST',
      path: ({ id }) => at(id, '/retry'),
    },
    {
      label: resources.remove,
      needs: 'removeJob',
      when: ({ state }) => state !== 'running',
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ kind }) => resources.ask.remove(String(kind)),
    },
  ],
  empty: resources.empty.jobs,
  emptyHint: resources.hint.jobs,
})
