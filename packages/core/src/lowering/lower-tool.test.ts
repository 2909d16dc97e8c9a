import { expect, test } from 'vitest'
import { lowerTool } from './lower-tool.ts'

const schema = { type: 'object', properties: {} }

test('a tool whose schema the family has no form for is refused by its name, before any request', () => {
  const broken = { type: 'object', properties: { a: { $ref: '#/nowhere' } } }
  expect(() => lowerTool({ name: 'demo__a', schema: broken }, 'gemini')).toThrow(
    expect.objectContaining({
      code: 'schema_not_lowerable',
      message: expect.stringContaining('"demo__a" cannot be offered to gemini'),
    }),
  )
})

test.each([
  ['openai', 'fs.read'],
  ['anthropic', 'a'.repeat(65)],
  ['gemini', '1st'],
] as const)('for %s the name %s is refused, with the way out', (family, name) => {
  expect(() => lowerTool({ name, schema }, family)).toThrow('use the dialect "safe"')
})
