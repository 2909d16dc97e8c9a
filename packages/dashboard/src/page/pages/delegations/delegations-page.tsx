import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../api/me.ts'
import { resourcePage } from '../../parts/resource-page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { texts } from '../../texts/texts.ts'
import { AgentLinks } from './agent-links.tsx'

const { resources, delegations } = texts
const { label } = resources
const at = (id: unknown, rest = '') => `/delegations/runs/${encodeURIComponent(String(id))}${rest}`

const History = resourcePage({
  title: texts.pages.delegations,
  path: '/delegations',
  address: '/delegations',
  topics: ['delegations'],
  detailPath: at,
  row: [
    { field: 'label', label: label.title },
    { field: 'state', label: label.state, form: 'status' },
    { field: 'source', label: delegations.from },
    { field: 'target', label: delegations.to },
    { field: 'createdAt', label: delegations.begun, form: 'time' },
  ],
  detail: [
    { field: 'state', label: label.state, form: 'status' },
    { field: 'source', label: delegations.from },
    { field: 'target', label: delegations.to },
    { field: 'user', label: label.user },
    { field: 'session', label: label.session, form: 'mono' },
    { field: 'createdAt', label: delegations.begun, form: 'time' },
    { field: 'endedAt', label: delegations.ended, form: 'time' },
    { field: 'message', label: label.reason },
    { field: 'passed', label: delegations.passed, form: 'flag' },
    { field: 'revisions', label: delegations.revisions, form: 'number' },
    { field: 'feedback', label: delegations.feedback },
    { field: 'text', label: delegations.report },
  ],
  actions: [
    {
      label: delegations.cancel,
      needs: 'cancelDelegation',
      when: ({ state }) => state === 'running',
      method: 'POST',
      path: ({ id }) => at(id, '/cancel'),
      body: () => ({}),
      ask: ({ label: title }) => delegations.cancelSure(String(title)),
    },
  ],
  empty: delegations.none,
  emptyHint: delegations.hint,
})

/** The page that shows who gave which work to whom, and along which links agents may. */
export function Page(): ReactNode {
  const [search] = useSearchParams()
  const mayLinks = useCan('listAgentLinks')
  const tabs = mayLinks ? (['history', 'links'] as const) : (['history'] as const)
  const current = mayLinks && search.get('tab') === 'links' ? 'links' : 'history'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label={texts.pages.delegations}
        tabs={tabs.map((id) => ({ id, label: delegations.tabs[id] }))}
        current={current}
      />
      {current === 'links' ? <AgentLinks /> : <History />}
    </div>
  )
}
