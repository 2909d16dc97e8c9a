import type { PolicyDraft } from '../page/pages/policy/policy-draft.ts'
import { sampleNow } from './sample-approvals.ts'

const deny: unknown = JSON.parse('{"id":"no-delete","tools":"fs.delete","then":"deny"}')
const allow: unknown = JSON.parse('{"id":"open-reads","tools":"fs.read_*","then":"allow"}')

/** A draft that widens one rule, and was tried on recorded calls. */
export const sampleDraft: PolicyDraft = {
  edition: '1',
  policy: { permissions: { rules: [deny, allow] }, tools: { deny: ['web.*'] } },
  tests: [{ tool: 'fs.delete', arguments: { path: 'notes.md' }, expect: 'deny' }],
  base: { version: 3, policy: { permissions: { rules: [deny] } }, tests: [] },
  current: { version: 3, policy: { permissions: { rules: [deny] } }, tests: [] },
  isStale: false,
  changes: [
    { path: ['tools', 'deny'], after: ['web.*'], wider: false },
    { path: ['permissions', 'rules', 'open-reads'], after: allow, wider: true },
  ],
  wider: true,
  problems: [],
  warnings: [{ place: 'permissions.rules.open-reads', message: 'The rule is never reached for fs.read_file.' }],
  note: null,
  simulation: { at: new Date(sampleNow - 60_000).toISOString(), calls: 3_204, changed: 41 },
}

/** The answer to its simulation. */
export const sampleSimulation = {
  ...{ at: new Date(sampleNow).toISOString(), sessions: 50, complete: true, calls: 3_204, changed: 41, wider: 3 },
  groups: [
    {
      ...{ tool: 'fs.read_file', from: 'ask', to: 'allow', wider: true, ruleBefore: 'default', rule: 'open-reads' },
      ...{
        source: 'the draft',
        reason: 'Reads are allowed.',
        count: 3,
        examples: [{ session: 'ses_ship', call: 'call_3' }],
      },
    },
    {
      ...{ tool: 'web.fetch', from: 'allow', to: 'ask', wider: false, ruleBefore: 'default', rule: 'tools.deny' },
      ...{ source: 'the draft', reason: 'The tool is not in the set.', count: 38, examples: [] },
    },
  ],
  cannotTell: { 'its content was not kept': 12 },
}
