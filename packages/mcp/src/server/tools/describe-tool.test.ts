import { createRegistry, defineTool, openRun, type ToolDefinition } from '@drawbridge/core'
import { type JsonSchema, openSchema } from '@drawbridge/core/schema'
import { testPrincipal } from '@drawbridge/core/testing'
import { isSpecType } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { demoTools } from '../../__fixtures__/demo-tools.ts'
import { describeTool } from './describe-tool.ts'

async function described(definition: ToolDefinition) {
  const registry = createRegistry()
  registry.register(definition)
  const tool = await registry.get(definition.name)!.load()
  return describeTool(tool, openRun({ registry, principal: testPrincipal }).snapshot.show(tool))
}

test.each<[string, JsonSchema]>([
  ['takes anything', true],
  ['takes nothing', false],
  ['has a root of alternatives', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['allows null beside an object', { type: ['object', 'null'], properties: { a: {} } }],
])('a foreign schema that %s is shown with an object at its root', async (_what, schema) => {
  const input = await openSchema(schema)
  const tool = defineTool({
    name: 'demo.open',
    description: 'x',
    input,
    permission: 'readonly',
    profile: 'open',
    execute: () => 1,
  })
  const shown = await described(tool)
  expect(isSpecType.Tool(shown)).toBe(true)
  expect(shown.inputSchema).toEqual({
    ...(typeof schema === 'object' ? schema : schema ? {} : { not: {} }),
    type: 'object',
  })
})

test.each([
  ['a read', {}, { readOnlyHint: true, destructiveHint: false, openWorldHint: false }],
  [
    'a read from the network',
    { tags: ['network'] },
    { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  ],
  ['a write', { permission: 'write' }, { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
  ['a write that is safe', { permission: 'write', risk: 'safe' }, { readOnlyHint: false, destructiveHint: false }],
  [
    'a tool that runs programs',
    { permission: 'write', tags: ['dangerous'] },
    { destructiveHint: true, openWorldHint: true },
  ],
] as const)('%s has hints that are never milder than it', async (_what, parts, hints) => {
  expect((await described({ ...demoTools[0]!, ...parts })).annotations).toMatchObject(hints)
})
