import type { ReactNode } from 'react'
import { useLiveQuery } from '../../api/use-live-query.ts'
import { QueryView } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'
import { ChangedCalls, type Simulation } from './changed-calls.tsx'

/** Where the second policy, which runs along and decides nothing, would have decided otherwise. */
export function ShadowReport(): ReactNode {
  const query = useLiveQuery<Simulation>('/policy/shadow', ['policy'])
  return (
    <>
      <p className="mb-2 max-w-prose text-muted">{texts.policy.shadowMore}</p>
      <QueryView query={query}>{(found) => <ChangedCalls found={found} />}</QueryView>
    </>
  )
}
