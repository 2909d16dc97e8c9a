import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources

/** The page that shows what agents can load, and what it needs. */
export const Page = resourcePage({
  title: texts.pages.skills,
  path: '/skills?limit=200',
  address: '/skills',
  topics: ['skills'],
  id: 'name',
  detailPath: (id) => `/skills/named/${encodeURIComponent(id)}`,
  row: [
    { field: 'name', label: label.name },
    { field: 'tier', label: label.tier },
    { field: 'version', label: label.version },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'tier', label: label.tier },
    { field: 'programs', label: label.programs, form: 'list' },
    { field: 'environment', label: label.environment, form: 'list' },
    { field: 'notes', label: label.notes, form: 'list' },
    { field: 'versions', label: label.versions, form: 'json' },
    { field: 'grants', label: label.grants, form: 'json' },
    { field: 'text', label: label.text },
  ],
  actions: [
    {
      label: resources.grantSkill,
      needs: 'grantSkill',
      when: ({ version }) => version !== undefined && version !== null,
      method: 'POST',
      path: ({ name }) => `/skills/named/${encodeURIComponent(String(name))}/grants`,
      fields: [
        { name: 'agent', label: resources.skillAgent },
        { name: 'user', label: resources.skillUser },
      ],
      body: (_, { agent, user }) => ({ agent, user }),
    },
    {
      label: resources.remove,
      needs: 'removeSkill',
      when: ({ tier }) => tier === 'managed',
      method: 'DELETE',
      path: ({ name }) => `/skills/named/${encodeURIComponent(String(name))}`,
      ask: ({ name }) => resources.ask.remove(String(name)),
    },
  ],
  empty: resources.empty.skills,
  emptyHint: resources.hint.skills,
})
