import type { PolicyChanged } from '@drawbridge/access/room'
import type { House } from '@drawbridge/room'
import type { PolicyApplication, PolicyEditor, PolicyOutcome } from './open-policy-editor.ts'

/** Makes a policy that of the database, and leaves a trace of it in the record, in a session of its own. */
export async function applyPolicy(
  editor: Pick<PolicyEditor, 'apply'>,
  application: PolicyApplication,
  { house, surface }: { readonly house: House; readonly surface: PolicyChanged['surface'] },
): Promise<PolicyOutcome> {
  const outcome = await editor.apply(application)
  if (outcome.status !== 'applied') return outcome
  const { current, changes } = outcome
  const { replaces, setBy: by, note } = application
  await using session = await house.openSession()
  await house.emit<PolicyChanged>(session.principal, {
    ...{ type: 'policy.changed', version: current.version, digest: current.digest, replaces, by, surface },
    wider: changes.some((change) => change.wider),
    ...(note === undefined ? {} : { note }),
  })
  return outcome
}
