import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (name: unknown, rest = '') => `/custom/tools/${encodeURIComponent(String(name))}${rest}`
const isStored = ({ origin }: Readonly<Record<string, unknown>>) => origin === 'database'

/** The tools that people describe as data. */
export const Page = resourcePage({
  title: texts.pages.custom,
  path: '/custom/tools',
  address: '/custom',
  topics: ['custom'],
  id: 'name',
  detailPath: (id) => at(id),
  row: [
    { field: 'name', label: label.name, form: 'mono' },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'kind', label: label.kind },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'permission', label: label.permission },
    { field: 'origin', label: label.origin },
    { field: 'changedBy', label: label.by },
    { field: 'changedAt', label: label.changed, form: 'time' },
    { field: 'definition', label: label.definition, form: 'json' },
  ],
  actions: [
    {
      label: resources.enable,
      needs: 'switchCustomTool',
      when: (item) => isStored(item) && item.state === 'disabled',
      method: 'PUT',
      path: ({ name }) => at(name, '/state'),
      body: () => ({ enabled: true }),
    },
    {
      label: resources.disable,
      needs: 'switchCustomTool',
      when: (item) => isStored(item) && item.state === 'enabled',
      method: 'PUT',
      path: ({ name }) => at(name, '/state'),
      body: () => ({ enabled: false }),
    },
    {
      label: resources.remove,
      needs: 'removeCustomTool',
      when: isStored,
      method: 'DELETE',
      path: ({ name }) => at(name),
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  create: { needs: 'createCustomTool', fields: [{ name: '', label: label.definition, form: 'json' }] },
  empty: resources.empty.custom,
  emptyHint: resources.hint.custom,
})
