import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources

/** The page that shows which secrets exist, which programs get them, and when they were used. Values are written and never shown. */
export const Page = resourcePage({
  title: texts.pages.credentials,
  path: '/secrets',
  address: '/credentials',
  topics: ['secrets'],
  needs: 'setSecret',
  id: 'name',
  row: [
    { field: 'name', label: label.name, form: 'mono' },
    { field: 'programs', label: label.programs, form: 'list' },
    { field: 'lastUsedAt', label: label.lastUse, form: 'time' },
  ],
  detail: [
    { field: 'kind', label: label.kind },
    { field: 'programs', label: label.programs, form: 'list' },
    { field: 'grants', label: label.grants, form: 'json' },
    { field: 'setAt', label: label.set, form: 'time' },
    { field: 'setBy', label: label.by },
    { field: 'lastUsedAt', label: label.lastUse, form: 'time' },
  ],
  actions: [
    {
      label: resources.remove,
      method: 'DELETE',
      path: ({ name }) => `/secrets/${encodeURIComponent(String(name))}`,
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  create: {
    method: 'PUT',
    fields: [
      { name: 'name', label: label.name },
      { name: 'value', label: label.value, form: 'secret' },
    ],
  },
  empty: resources.empty.credentials,
})
