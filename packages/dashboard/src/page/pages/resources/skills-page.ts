import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources

/** The page that shows what agents can load, and what it needs. */
export const Page = resourcePage({
  title: texts.pages.skills,
  path: '/skills',
  address: '/skills',
  topics: ['skills'],
  needs: 'grantSkill',
  id: 'name',
  detailPath: (id) => `/skills/${encodeURIComponent(id)}`,
  row: [
    { field: 'name', label: label.name },
    { field: 'tier', label: label.tier },
    { field: 'version', label: label.version },
    { field: 'problems', label: label.problems, form: 'list' },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'needs', label: label.needs, form: 'json' },
    { field: 'grants', label: label.grants, form: 'json' },
    { field: 'problems', label: label.problems, form: 'json' },
    { field: 'text', label: label.text },
  ],
  empty: resources.empty.skills,
})
