import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources

/** The page that shows what each team is doing, and where it is stuck. */
export const Page = resourcePage({
  title: texts.pages.teams,
  path: '/teams',
  address: '/teams',
  topics: ['teams'],
  needs: 'createTeam',
  detailPath: (id) => `/teams/${encodeURIComponent(id)}`,
  row: [
    { field: 'name', label: label.name },
    { field: 'lead', label: label.lead },
    { field: 'members', label: label.members, form: 'list' },
  ],
  detail: [
    { field: 'lead', label: label.lead },
    { field: 'members', label: label.members, form: 'json' },
    { field: 'board', label: label.board, form: 'json' },
    { field: 'mailbox', label: label.mailbox, form: 'json' },
  ],
  create: {
    fields: [
      { name: 'name', label: label.name },
      { name: 'lead', label: label.lead },
    ],
  },
  empty: resources.empty.teams,
})
