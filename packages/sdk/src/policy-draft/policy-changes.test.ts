import { expect, test } from 'vitest'
import { policyChanges } from './policy-changes.ts'

const rule = (then: string) => ({ tools: 'fs.*', then })

test('items of lists are compared one by one, and their order is no difference', () => {
  const before = { permissions: { rules: [rule('deny'), rule('ask')], mode: 'plan' } }
  expect(policyChanges(before, { permissions: { mode: 'plan', rules: [rule('ask'), rule('deny')] } })).toEqual([])
  expect(policyChanges(before, { permissions: { mode: 'plan', rules: [rule('ask'), rule('allow')] } })).toEqual([
    { path: ['permissions', 'rules'], before: rule('deny'), wider: true },
    { path: ['permissions', 'rules'], after: rule('allow'), wider: true },
  ])
})

test.each([
  ['a rule that allows', {}, { permissions: { rules: [rule('allow')] } }, true],
  ['a rule that denies', {}, { permissions: { rules: [rule('deny')] } }, false],
  ['a rule that denies goes', { permissions: { rules: [rule('deny')] } }, {}, true],
  ['a rule that allows goes', { permissions: { rules: [rule('allow')] } }, {}, false],
  [
    'one of two rules that deny goes',
    { permissions: { rules: [rule('deny'), rule('ask')] } },
    { permissions: { rules: [rule('deny')] } },
    true,
  ],
  ['a rule without a verdict', {}, { permissions: { rules: [{ tools: '*' }] } }, true],
  ['a denied tool', { tools: { deny: ['a'] } }, { tools: { deny: ['a', 'b'] } }, false],
  ['a tool that is no longer denied', { tools: { deny: ['a', 'b'] } }, { tools: { deny: ['a'] } }, true],
  ['a new list of allowed tools', {}, { tools: { allow: ['a'] } }, false],
  ['a list of allowed tools that goes', { tools: { allow: ['a'] } }, {}, true],
  [
    'one more allowed tool of an agent',
    { agents: { b: { tools: { allow: [] } } } },
    { agents: { b: { tools: { allow: ['a'] } } } },
    true,
  ],
  ['a tool that is added again', {}, { tools: { alsoAllow: ['a'] } }, true],
  ['a new list of allowed hosts, which need no approval', {}, { network: { allowed: ['a.example'] } }, true],
  [
    'one allowed host less',
    { network: { allowed: ['a.example', 'b.example'] } },
    { network: { allowed: ['a.example'] } },
    false,
  ],
  ['a list of write roots that goes, so that the default counts', { permissions: { writeRoots: ['docs'] } }, {}, true],
  ['a wider mode', {}, { permissions: { mode: 'bypass' } }, true],
  ['a narrower mode', { permissions: { mode: 'default' } }, { permissions: { mode: 'plan' } }, false],
  ['a narrower mode in place of bypass', { permissions: { mode: 'bypass' } }, { permissions: { mode: 'plan' } }, false],
  ['the default mode over that of the file, which may be plan', {}, { permissions: { mode: 'default' } }, true],
  ['a mode over that of the file, which may be non-interactive', {}, { permissions: { mode: 'plan' } }, true],
  ['a mode that goes, so that bypass of the file counts', { permissions: { mode: 'default' } }, {}, true],
  [
    'one more tool of a profile that has the name of a list',
    { tools: { profiles: { deny: ['a'] } } },
    { tools: { profiles: { deny: ['a', 'b'] } } },
    true,
  ],
  ['a profile like a list, over that of the file', {}, { tools: { profiles: { allow: ['a'] } } }, true],
  ['a profile that has the name of rules', {}, { tools: { profiles: { rules: [{ then: 'deny' }] } } }, true],
  [
    'one more denied tool of an agent for a provider',
    { agents: { deny: { tools: { byProvider: { allow: { deny: ['a'] } } } } } },
    { agents: { deny: { tools: { byProvider: { allow: { deny: ['a', 'b'] } } } } } },
    false,
  ],
  ['the default mode in place of a narrower one', { permissions: { mode: 'plan' } }, {}, true],
  ['a mode of another section', {}, { network: { mode: 'confirm' } }, true],
  ['a value that nothing is known of', {}, { limits: { calls: 1 } }, true],
])('%s: may allow more is %#', (_, before, after, wider) => {
  expect(policyChanges(before, after).map((change) => change.wider)).toEqual([wider])
})
