import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { resources } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/memory/${encodeURIComponent(String(id))}${rest}`

/** The page that shows what is remembered, where it came from, and who sees it. */
export const Page = resourcePage({
  title: texts.pages.memory,
  path: '/memory',
  address: '/memory',
  topics: ['memory'],
  detailPath: (id) => at(id),
  row: [
    { field: 'title', label: label.title },
    { field: 'agent', label: label.agent },
    { field: 'user', label: label.user },
    { field: 'trust', label: label.trust },
    { field: 'updatedAt', label: label.remembered, form: 'time' },
  ],
  detail: [
    { field: 'trust', label: label.trust },
    { field: 'source', label: label.source },
    { field: 'agent', label: label.agent },
    { field: 'user', label: label.user },
    { field: 'project', label: label.project, form: 'mono' },
    { field: 'text', label: label.text },
  ],
  actions: [
    {
      label: resources.vouch,
      needs: 'vouchForMemory',
      when: ({ trust }) => trust === 'untrusted',
      method: 'POST',
      path: ({ id }) => at(id, '/vouch'),
      ask: ({ title, source }) => resources.ask.vouch(String(title), String(source ?? '')),
    },
    {
      label: resources.forget,
      needs: 'forgetMemory',
      method: 'DELETE',
      path: ({ id }) => at(id),
      ask: ({ title }) => resources.ask.forget(String(title)),
    },
  ],
  create: {
    needs: 'addMemory',
    fields: [
      { name: 'title', label: label.name },
      { name: 'text', label: label.text, form: 'long' },
    ],
  },
  empty: resources.empty.memory,
  emptyHint: resources.hint.memory,
})
