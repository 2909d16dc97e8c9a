import { createElement } from 'react'
import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'
import { StepGraph } from './step-graph.tsx'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest: string) => `/tasks/${encodeURIComponent(String(id))}${rest}`

/** The page that shows which step holds everything up. */
export const Page = resourcePage({
  title: texts.pages.tasks,
  path: '/tasks',
  address: '/tasks',
  topics: ['tasks'],
  needs: 'retryTask',
  detailPath: (id) => at(id, ''),
  row: [
    { field: 'title', label: label.title },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'owner', label: label.owner },
    { field: 'blockedBy', label: label.blockedBy, form: 'list' },
  ],
  detail: [
    { field: 'state', label: label.state, form: 'status' },
    { field: 'owner', label: label.owner },
    { field: 'blockedBy', label: label.blockedBy, form: 'list' },
    { field: 'result', label: label.result },
  ],
  actions: [
    { label: resources.retryTask, method: 'POST', path: ({ id }) => at(id, '/retry') },
    { label: resources.release, method: 'POST', path: ({ id }) => at(id, '/release') },
    {
      label: texts.actions.cancel,
      method: 'POST',
      path: ({ id }) => at(id, '/cancel'),
      ask: ({ title }) => resources.ask.remove(String(title)),
    },
  ],
  empty: resources.empty.tasks,
  more: (item) => createElement(StepGraph, { steps: item.steps }),
})
