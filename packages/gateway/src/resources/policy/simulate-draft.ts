import type { PolicyContent, PolicyEditor } from '@drawbridge/sdk/policy-draft'
import type { Gateway } from '../../server/gateway.ts'
import { timeOf } from '../account/account-schemas.ts'
import { refuseFaulty } from './policy-drafts.ts'
import { type RecordedStretch, readStretch, shownGroups } from './recorded-stretch.ts'

/** Tries a policy on the latest recorded calls. */
export async function simulateDraft(
  policy: PolicyContent,
  stretch: RecordedStretch,
  { editor, gateway }: { readonly editor: PolicyEditor; readonly gateway: Gateway },
) {
  const { events, read } = readStretch(stretch, gateway)
  const tried = await editor.simulate(policy, events)
  if (tried.status === 'faulty') return refuseFaulty('The draft has faults, so it cannot be tried.', tried.problems)
  const { calls, changed, groups, unreadable } = tried.report
  const { startedAt, ...how } = read
  return { at: timeOf(startedAt), ...how, calls, changed, ...shownGroups(groups), cannotTell: unreadable }
}
