import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/schedules/${encodeURIComponent(String(id))}${rest}`

/** The page that shows what runs when, and whether it did. */
export const Page = resourcePage({
  title: texts.pages.schedules,
  path: '/schedules',
  address: '/schedules',
  topics: ['schedules'],
  needs: 'runSchedule',
  detailPath: (id) => at(id),
  row: [
    { field: 'name', label: label.name },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'nextAt', label: label.next, form: 'time' },
  ],
  detail: [
    { field: 'schedule', label: label.schedule, form: 'mono' },
    { field: 'zone', label: label.zone },
    { field: 'task', label: label.task },
    { field: 'next', label: label.next, form: 'json' },
    { field: 'runs', label: label.last, form: 'json' },
  ],
  actions: [
    { label: resources.runNow, method: 'POST', path: ({ id }) => at(id, '/run') },
    { label: resources.pause, method: 'POST', path: ({ id }) => at(id, '/pause') },
  ],
  empty: resources.empty.schedules,
})
