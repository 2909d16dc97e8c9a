import { describe, expect, test } from 'vitest'
import { policyOf } from '../__fixtures__/policies.ts'
import { registryOf } from '../__fixtures__/tools.ts'
import { createToolSets } from './create-tool-sets.ts'
import { compileToolList } from './tool-list.ts'

const policy = policyOf({ tools: { deny: ['fs.delete'] } })

describe('tool sets', () => {
  test('are worked out once for each scope', () => {
    const sets = createToolSets(policy, registryOf(['fs.delete', 'fs.glob']))
    expect(sets.of({ agent: 'a' })).toBe(sets.of({ agent: 'a' }))
    expect(sets.of({ agent: 'a' })).not.toBe(sets.of({ agent: 'b' }))
  })

  test('follow the registry', async () => {
    const registry = registryOf(['fs.delete', 'fs.glob'])
    const sets = createToolSets(policy, registry)
    expect([...sets.of({}).names]).toEqual(['fs.glob'])
    const { definition } = await registry.get('fs.glob')!.load()
    const added = registry.register({ ...definition, name: 'fs.edit' })
    expect([...sets.of({}).names]).toEqual(['fs.edit', 'fs.glob'])
    added[Symbol.dispose]()
    expect([...sets.of({}).names]).toEqual(['fs.glob'])
  })

  test('keep an empty list apart from an absent one, and one ceiling from another of the same name', () => {
    const sets = createToolSets(policy, registryOf(['fs.delete', 'fs.glob']))
    expect(sets.of({ requestAllow: [] }).names.size).toBe(0)
    expect(sets.of({}).names.size).toBe(1)
    const ceiling = (tools: string[]) => [
      { name: 'session', source: 'test', rules: [], tools: compileToolList(tools, () => '') },
    ]
    expect(sets.of({ ceilings: ceiling([]) }).names.size).toBe(0)
    expect(sets.of({ ceilings: ceiling(['*']) }).names.size).toBe(1)
  })

  test('explain tools that exist', () => {
    const sets = createToolSets(policy, registryOf(['fs.delete']))
    expect(sets.explain('fs.delete', {})?.removal?.reason).toBe('deny names it by "fs.delete"')
    expect(sets.explain('fs.nothing', {})).toBeUndefined()
  })
})
