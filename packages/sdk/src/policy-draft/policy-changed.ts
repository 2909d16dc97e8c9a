import type { PolicyChanged } from '@drawbridge/access/room'
import { defined } from '@drawbridge/core/base'
import type { ConfigurationRow, ConfigurationState } from '@drawbridge/store/configuration-rows'
import type { PolicyTest } from '../config/sections.ts'
import { digestOfPolicy, type PolicyContent, policyOfRows } from './database-policy.ts'
import { policyChanges } from './policy-changes.ts'

/** A policy with its tests. */
interface TestedPolicy {
  readonly content: PolicyContent
  readonly tests: readonly PolicyTest[]
}

/** A change of the policy, without its outcome. */
type Author = Pick<PolicyChanged, 'by' | 'surface' | 'version'> & { readonly note?: string | undefined }

/** Returns what the audit log says of a change of the policy; nothing if the policy stays as it is. Pure. */
export function policyChanged(
  before: TestedPolicy,
  after: TestedPolicy,
  { note, ...author }: Author,
): readonly PolicyChanged[] {
  const [replaces, digest] = [before, after].map(({ content, tests }) => digestOfPolicy(content, tests)) as [
    string,
    string,
  ]
  if (replaces === digest) return []
  const wider = policyChanges(before.content, after.content).some((change) => change.wider)
  return [{ type: 'policy.changed', digest, replaces, wider, ...author, ...defined({ note }) }]
}

/** Returns what the audit log says of a change of settings at a terminal. Pure. */
export function policyChangedBySettings(
  { rows, revision, tests }: ConfigurationState & { readonly tests: readonly PolicyTest[] },
  after: readonly Pick<ConfigurationRow, 'path' | 'value'>[],
  by: string,
): readonly PolicyChanged[] {
  const [old, now] = [rows, after].map((each) => ({ content: policyOfRows(each), tests })) as [
    TestedPolicy,
    TestedPolicy,
  ]
  return policyChanged(old, now, { by, surface: 'terminal', version: revision + 1 })
}
