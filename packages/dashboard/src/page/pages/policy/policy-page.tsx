import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { mayUse, meQuery } from '../../api/me.ts'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { QueryView } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { texts } from '../../texts/texts.ts'
import { ChangedCalls, type Simulation } from './changed-calls.tsx'
import { DraftEditor } from './draft-editor.tsx'
import { EffectiveSet } from './effective-set.tsx'
import { ExplainCall } from './explain-call.tsx'
import { PolicyHistory } from './policy-history.tsx'
import { PolicyValues } from './policy-values.tsx'

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

/** The calls that the second policy, which runs along and decides nothing, would have decided otherwise. */
function ShadowReport(): ReactNode {
  const query = useLiveQuery<Simulation>('/policy/shadow', ['policy'])
  return (
    <>
      <p className="mb-2 max-w-prose text-muted">{texts.policy.shadowMore}</p>
      <QueryView query={query}>{(found) => <ChangedCalls found={found} />}</QueryView>
    </>
  )
}
