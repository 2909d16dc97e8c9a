import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openRun } from '../run/open-run.ts'
import { createMemoryRecorder, testPrincipal } from '../testing/index.ts'
import { defineToolBody, type ToolSchemas } from '../tool/deferred-tool.ts'
import { compileTool, describeTools, loadTools } from './compile-tool.ts'
import { createRegistry, type Registry } from './create-registry.ts'

const greet = defineToolBody({
  input: z.strictObject({ name: z.string() }),
  execute: ({ name }) => `Good day, ${name}.`,
})

function registryWith(load: () => Promise<typeof greet>) {
  const registry = createRegistry()
  registry.registerDeferred({
    name: 'demo.greet',
    description: 'Greets.',
    permission: 'readonly',
    tags: ['polite'],
    load,
  })
  return registry
}

function counted() {
  let loads = 0
  return {
    load: async () => {
      loads += 1
      return greet
    },
    get loads() {
      return loads
    },
  }
}

test('a tool that is loaded later is listed, shown to the policy and offered to a run without its body', () => {
  const body = counted()
  const registry = registryWith(body.load)
  const run = openRun({ registry, principal: testPrincipal, recorder: createMemoryRecorder() })
  expect(run.snapshot.tools.map(({ name, risk, groups }) => [name, risk, groups])).toEqual([
    ['demo.greet', 'safe', ['demo', 'all']],
  ])
  expect([...(registry.get('demo.greet')?.tags ?? [])]).toEqual(['polite', 'readonly', 'code'])
  expect(body.loads).toBe(0)
})

test('its body is loaded once, for its first calls, and works like any other', async () => {
  const body = counted()
  const run = openRun({
    registry: registryWith(body.load),
    principal: testPrincipal,
    recorder: createMemoryRecorder(),
  })
  const calls = ['Ada', 'Eve', 3].map((name) => run.call({ name: 'demo__greet', arguments: { name } }))
  const outcomes = await Promise.all(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'failed'])
  expect(outcomes[2]?.result.code).toBe('validation_error')
  await run.call({ name: 'demo__greet', arguments: { name: 'Ada' } })
  expect(body.loads).toBe(1)
})

test('its schema is loaded for a list that shows schemas', async () => {
  const body = counted()
  const [tool] = await loadTools(registryWith(body.load).list())
  expect(tool?.schema.jsonSchema).toMatchObject({ properties: { name: { type: 'string' } } })
  expect(body.loads).toBe(1)
})

describe('a tool whose schemas are kept apart from its body', () => {
  const { inputSchema } = compileTool({ name: 'demo.greet', description: 'Greets.', permission: 'readonly', ...greet })
  const keeping = (schemas: ToolSchemas | undefined, load: () => Promise<typeof greet>) => {
    const registry = createRegistry()
    registry.registerDeferred({
      name: 'demo.greet',
      description: 'Greets.',
      permission: 'readonly',
      load,
      keptSchemas: async () => schemas,
    })
    return registry
  }
  const runOn = (registry: Registry) =>
    openRun({ registry, principal: testPrincipal, recorder: createMemoryRecorder() })
  const call = { name: 'demo__greet', arguments: { name: 'Ada' } }

  test('is shown without its body, and called as it was shown', async () => {
    const body = counted()
    const run = runOn(keeping({ inputSchema: structuredClone(inputSchema) }, body.load))
    const [shown] = await describeTools(run.snapshot.tools)
    expect(shown && run.snapshot.show(shown).inputSchema).toEqual(inputSchema)
    expect(Object.isFrozen(shown?.inputSchema.properties)).toBe(true)
    expect(body.loads).toBe(0)
    expect((await run.call(call)).status).toBe('ok')
    expect(body.loads).toBe(1)
  })

  test('is not called if its body takes something else than a model was shown', async () => {
    const run = runOn(keeping({ inputSchema: { type: 'object', properties: {} } }, async () => greet))
    await describeTools(run.snapshot.tools)
    expect((await run.call(call)).result.code).toBe('internal_error')
    await expect(run.snapshot.tools[0]?.load()).rejects.toThrow('"demo.greet" has other schemas')
  })

  test('is shown by its body if that is loaded, or nothing is kept after all', async () => {
    const stale = runOn(keeping({ inputSchema: {} }, async () => greet))
    await stale.call(call)
    const absent = runOn(keeping(undefined, async () => greet))
    for (const { snapshot } of [stale, absent]) {
      const [shown] = await describeTools(snapshot.tools)
      expect(shown?.inputSchema).toEqual(inputSchema)
    }
  })
})

test('a body that cannot be loaded fails its calls alone, and is tried again', async () => {
  let attempts = 0
  const registry = registryWith(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('the module is missing')
    return greet
  })
  const run = openRun({ registry, principal: testPrincipal, recorder: createMemoryRecorder() })
  const call = { name: 'demo__greet', arguments: { name: 'Ada' } }
  expect((await run.call(call)).result.code).toBe('internal_error')
  expect((await run.call(call)).status).toBe('ok')
})

test('the digest of a tool set is the same before and after its tools are loaded', async () => {
  const recorders = [createMemoryRecorder(), createMemoryRecorder()]
  const registry = registryWith(async () => greet)
  const digests = []
  for (const recorder of recorders) {
    await openRun({ registry, principal: testPrincipal, recorder }).call({
      name: 'demo__greet',
      arguments: { name: 'A' },
    })
    digests.push(recorder.events.find((event) => event.type === 'run.started')?.tools)
  }
  expect(digests[0]).toMatch(/^[\da-f]{64}$/)
  expect(digests[1]).toBe(digests[0])
})
