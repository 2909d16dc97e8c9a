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
  id: 'name',
  row: [
    { field: 'name', label: label.name, form: 'mono' },
    { field: 'programs', label: label.programs, form: 'list' },
    { field: 'setAt', label: label.set, form: 'time' },
  ],
  detail: [
    { field: 'programs', label: label.programs, form: 'list' },
    { field: 'setAt', label: label.set, form: 'time' },
    { field: 'createdAt', label: label.remembered, form: 'time' },
    { field: 'keyId', label: label.keyId, form: 'mono' },
  ],
  actions: [
    {
      label: resources.remove,
      needs: 'removeSecret',
      method: 'DELETE',
      path: ({ name }) => `/secrets/${encodeURIComponent(String(name))}`,
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  create: {
    needs: 'setSecret',
    method: 'PUT',
    fields: [
      { name: 'name', label: label.name },
      { name: 'value', label: label.value, form: 'secret' },
    ],
  },
  empty: resources.empty.credentials,
  emptyHint: resources.hint.credentials,
})
