import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { mayUse, meQuery } from '../../api/me.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { texts } from '../../texts/texts.ts'
import { DraftEditor } from './draft-editor.tsx'
import { EffectiveSet } from './effective-set.tsx'
import { ExplainCall } from './explain-call.tsx'
import { PolicyHistory } from './policy-history.tsx'
import { PolicyValues } from './policy-values.tsx'
import { ShadowReport } from './shadow-report.tsx'

/** The tabs, with the operation that each needs. */
const tabs = [
  { id: 'values', needs: 'getPolicy' },
  { id: 'set', needs: 'getToolVisibility' },
  { id: 'explain', needs: 'explainCall' },
  { id: 'draft', needs: 'getPolicyDraft' },
  { id: 'shadow', needs: 'getShadowReport' },
  { id: 'history', needs: 'listPolicyVersions' },
] as const

/** The page that shows who may do what, why, and what would change. */
export function Page(): ReactNode {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const allowed = tabs.filter(({ needs }) => mayUse(me, needs))
  const tab = allowed.find(({ id }) => id === search.get('tab'))?.id ?? allowed[0]?.id ?? 'values'
  useKeys(
    Object.fromEntries(allowed.map(({ id }, index) => [String(index + 1), () => void navigate(`/policy?tab=${id}`)])),
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label={texts.pages.policy}
        tabs={allowed.map(({ id }) => ({ id, label: texts.policy.tabs[id] }))}
        current={tab}
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {tab === 'values' ? <PolicyValues /> : null}
        {tab === 'set' ? <EffectiveSet /> : null}
        {tab === 'explain' ? <ExplainCall /> : null}
        {tab === 'draft' ? <DraftEditor /> : null}
        {tab === 'shadow' ? <ShadowReport /> : null}
        {tab === 'history' ? <PolicyHistory /> : null}
      </div>
    </div>
  )
}
