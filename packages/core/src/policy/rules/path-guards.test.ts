import { describe, expect, test } from 'vitest'
import { reading } from '../__fixtures__/calls.ts'
import { decide, pathOf } from '../__fixtures__/policies.ts'
import type { PolicyConfig } from '../section/policy-config.ts'

describe('sensitive paths are for the operator to change', () => {
  test('by adding places and taking some off', () => {
    const config: PolicyConfig = { permissions: { sensitive: ['customers/**', '!**/.env.ci'] } }
    expect(decide(config, reading(pathOf({ real: '/workspace/customers/a.csv' }))).rule).toBe('default.sensitive')
    expect(decide(config, reading(pathOf({ real: '/workspace', recursive: true }))).verdict).toBe('allow')
    expect(decide(config, reading(pathOf({ real: '/workspace/.env.ci', sensitive: true }))).verdict).toBe('allow')
  })
})
