import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import type { PolicyApplication, PolicyEditor, PolicyOutcome } from './open-policy-editor.ts'

/** Makes a policy that of the database. Its note is kept without the secrets of the house. */
export async function applyPolicy(
  editor: Pick<PolicyEditor, 'apply'>,
  { note, ...application }: PolicyApplication,
  { scrubber }: Pick<House, 'scrubber'>,
): Promise<PolicyOutcome> {
  const kept = note === undefined ? undefined : scrubber.scrub(note).text
  return editor.apply({ ...application, ...defined({ note: kept }) })
}
