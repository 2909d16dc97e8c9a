import { createElement } from 'react'
import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'
import { StepGraph } from './step-graph.tsx'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/tasks/${encodeURIComponent(String(id))}${rest}`

/** The page that shows which step holds everything up. */
export const Page = resourcePage({
  title: texts.pages.tasks,
  path: '/tasks?limit=200',
  address: '/tasks',
  topics: ['tasks'],
  detailPath: (id) => at(id),
  row: [
    { field: 'title', label: label.title },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'agent', label: label.agent },
    { field: 'done', label: label.doneCount, form: 'number' },
    { field: 'running', label: label.running, form: 'number' },
  ],
  detail: [
    { field: 'state', label: label.state, form: 'status' },
    { field: 'reason', label: label.reason },
    { field: 'agent', label: label.agent },
    { field: 'user', label: label.user },
    { field: 'session', label: label.session, form: 'mono' },
    { field: 'createdAt', label: label.set, form: 'time' },
    { field: 'changedAt', label: label.changed, form: 'time' },
    { field: 'history', label: label.history, form: 'json' },
  ],
  actions: [
    {
      label: resources.cancelTask,
      needs: 'cancelTask',
      when: ({ state }) => state === 'open',
      method: 'POST',
      path: ({ id }) => at(id, '/cancel'),
      body: () => ({}),
      ask: ({ title }) => resources.ask.cancelTask(String(title)),
    },
  ],
  empty: resources.empty.tasks,
  emptyHint: resources.hint.tasks,
  more: (item) => createElement(StepGraph, { steps: item.steps }),
})
