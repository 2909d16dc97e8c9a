import { safeDialect } from '@drawbridge/core/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { openScene, scripted } from '../__fixtures__/open-scene.ts'

const long = (end: string) => `${'a'.repeat(79)}${end}`
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })

/** Servers with equal names, names that look alike, names that are cut, and one prefix. */
const servers = {
  mail: scripted({ tools: ['send', 'read', long('x'), long('y')].map(tool) }),
  mail2: scripted({ tools: ['send', 'Send', '1ist', 'list'].map(tool) }, { toolPrefix: 'm' }),
  files: scripted({ tools: ['mcp__mail__send', 'send', long('x')].map(tool) }),
}
type Id = keyof typeof servers
const ids = Object.keys(servers) as readonly Id[]
const orderOfIds = fc.shuffledSubarray([...ids], { minLength: ids.length })

/** The names of all tools, as rules and as models see them, after the servers answered in this order. */
async function namesAfter(configured: readonly Id[], answered: readonly Id[]) {
  const scene = await openScene(Object.fromEntries(configured.map((id) => [id, servers[id]])))
  for (const id of answered) await scene.agree(id)
  const { snapshot } = scene.run({}, { dialect: safeDialect })
  const rejected = await Promise.all(ids.map(async (id) => (await scene.mcp.get(id).status()).rejected))
  await scene.mcp[Symbol.asyncDispose]()
  return {
    rejected,
    tools: snapshot.tools.map(({ name }) => [name, snapshot.names.exposedName(name), scene.mcp.exposedName(name)]),
  }
}

test('tools have the same names in the same list, whatever the order in which servers are configured and answer', async () => {
  const usual = await namesAfter(ids, ids)
  expect(new Set(usual.tools.map(([, exposed]) => exposed)).size).toBe(usual.tools.length)
  expect(usual.tools.length).toBeGreaterThanOrEqual(9)
  await fc.assert(
    fc.asyncProperty(orderOfIds, orderOfIds, async (configured, answered) => {
      expect(await namesAfter(configured, answered)).toEqual(usual)
    }),
    { numRuns: propertyRuns(4) },
  )
}, 120_000)
