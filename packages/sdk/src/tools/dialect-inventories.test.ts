import { loadDialect } from '@drawbridge/core/dialect'
import { createNameMap, loadTools } from '@drawbridge/core/registry'
import { describe, expect, test } from 'vitest'
import { builtInRegistry } from '../config/check-policy-file.ts'
import inventories from './__fixtures__/dialect-inventories.json' with { type: 'json' }

interface Inventory {
  /** The parameters of each tool that exists here, by its name there. */
  readonly built: Readonly<Record<string, readonly string[]>>
  /** Parameters of theirs that mean something that our tool cannot do. */
  readonly refusedParameters: Readonly<Record<string, readonly string[]>>
  /** Names that the dialect has for tools that do not exist yet. */
  readonly notBuilt: readonly string[]
  /** Names of theirs for which there will be no tool. */
  readonly unknown?: readonly string[]
}

const registry = await builtInRegistry()
const tools = new Map((await loadTools(registry.list())).map((tool) => [tool.name, tool]))

describe.each(Object.entries(inventories as Readonly<Record<string, Inventory>>))('%s', async (name, inventory) => {
  const dialect = await loadDialect(name as Parameters<typeof loadDialect>[0])
  const names = createNameMap(tools.keys(), dialect)

  /** True if a call that gives the parameter, with any value, is refused for a field that does not exist. */
  const isUnknown = (word: string, parameter: string): boolean => {
    const given = { [parameter]: {} }
    const reading = names.speech(word)?.read(given) ?? { ok: true, arguments: given }
    if ('problems' in reading) return reading.problems.some(({ expected }) => expected.startsWith('no field'))
    const known = tools.get(names.canonicalName(word) ?? '')?.schema.frozenSchema.properties ?? {}
    return reading.ok && Object.keys(reading.arguments).includes(parameter) && !Object.hasOwn(known, parameter)
  }

  test.each(Object.entries(inventory.built))('%s is a tool that takes %j', (word, parameters) => {
    expect(names.canonicalName(word)).toBeDefined()
    expect(parameters.filter((parameter) => isUnknown(word, parameter))).toEqual([])
    const refused = inventory.refusedParameters[word] ?? []
    expect(refused.filter((parameter) => isUnknown(word, parameter))).toEqual(refused)
  })

  test.each(inventory.notBuilt)('%s has its place, and no tool yet', (word) => {
    expect(names.canonicalName(word)).toBeUndefined()
    const planned = dialect.speech?.(word)?.tool
    expect(planned).toBeDefined()
    expect(tools.has(planned ?? '')).toBe(false)
  })

  test('says nothing about other names', () => {
    for (const word of inventory.unknown ?? []) expect([word, names.canonicalName(word)]).toEqual([word, undefined])
  })
})
