import { describe, expect, test } from 'vitest'
import { running } from '../__fixtures__/calls.ts'
import { decide } from '../__fixtures__/policies.ts'
import type { PolicyConfig } from '../section/policy-config.ts'

describe('deny groups are for the operator to change', () => {
  test('by setting what becomes of a group', () => {
    const config: PolicyConfig = { shell: { groups: { privilege: 'deny', destructive: 'off' } } }
    expect(decide(config, running('sudo ls'))).toMatchObject({
      verdict: 'deny',
      source: 'drawbridge.jsonc:shell.groups.privilege',
    })
    expect(decide(config, running('rm -rf /')).verdict).toBe('ask')
  })

  test('by naming commands that are safe here', () => {
    expect(decide({ shell: { safe: ['npm test'] } }, running('npm test')).verdict).toBe('allow')
  })
})
