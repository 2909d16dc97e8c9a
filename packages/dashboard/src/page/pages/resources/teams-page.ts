import { createElement } from 'react'
import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'
import { TeamBoard } from './team-board.tsx'

const { resources } = texts
const { label } = resources

/** The page that shows what each team is doing, and where it is stuck. */
export const Page = resourcePage({
  title: texts.pages.teams,
  path: '/teams',
  address: '/teams',
  topics: ['teams'],
  row: [
    { field: 'id', label: label.name },
    { field: 'lead', label: label.lead },
    { field: 'members', label: label.members, form: 'list' },
  ],
  detail: [
    { field: 'description', label: label.description },
    { field: 'lead', label: label.lead },
    { field: 'members', label: label.members, form: 'list' },
    { field: 'reviewers', label: label.reviewers, form: 'list' },
  ],
  actions: [
    {
      label: resources.remove,
      needs: 'removeTeam',
      method: 'DELETE',
      path: ({ id }) => `/teams/${encodeURIComponent(String(id))}`,
      ask: ({ id }) => resources.ask.remove(String(id)),
    },
  ],
  create: {
    needs: 'createTeam',
    fields: [
      { name: 'id', label: label.name },
      { name: 'lead', label: label.lead },
      { name: 'members', label: label.members, form: 'words' },
      { name: 'description', label: label.description },
    ],
  },
  empty: resources.empty.teams,
  emptyHint: resources.hint.teams,
  more: ({ id }) => createElement(TeamBoard, { team: String(id) }),
})
