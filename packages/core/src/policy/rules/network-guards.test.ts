import { describe, expect, test } from 'vitest'
import { fetching, rules } from '../__fixtures__/calls.ts'
import { decide } from '../__fixtures__/policies.ts'
import type { Verdict } from '../decision.ts'
import type { PolicyConfig } from '../section/policy-config.ts'

describe('the network', () => {
  const lists: PolicyConfig = { network: { allowed: ['api.example.org'], denied: ['*.evil.net'] } }
  test.each<[string, PolicyConfig, Verdict, string]>([
    ['api.example.org', lists, 'allow', 'default.readonly'],
    ['other.example.org', lists, 'deny', 'network.allowed'],
    ['other.example.org', { network: { ...lists.network, mode: 'confirm' } }, 'ask', 'network.confirm'],
    ['x.evil.net', { network: { ...lists.network, mode: 'confirm' } }, 'deny', 'network.denied'],
    [
      'x.evil.net',
      { ...lists, ...rules({ tools: 'web.fetch', when: { host: 'x.evil.net' }, then: 'allow' }) },
      'deny',
      'network.denied',
    ],
    ['x.evil.net', { ...lists, permissions: { mode: 'bypass' } }, 'deny', 'network.denied'],
    [
      'other.example.org',
      { network: { mode: 'confirm' }, ...rules({ tools: 'web.fetch', then: 'allow' }) },
      'ask',
      'network.confirm',
    ],
    [
      'other.example.org',
      { network: { mode: 'confirm' }, ...rules({ tools: '*', when: { host: '*' }, then: 'allow' }) },
      'allow',
      'permissions.rules.0',
    ],
  ])('%s under %j', (name, config, verdict, rule) => {
    expect(decide(config, fetching(name))).toMatchObject({ verdict, rule })
  })
})
