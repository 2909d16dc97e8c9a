import { expect, test } from 'vitest'
import { checkDeclaredSinks } from './declared-sinks.ts'

test('names a tool with effects that says nothing about what decides them', async () => {
  const tools = async () => [
    { name: 'demo.read', permission: 'readonly', sinks: undefined } as const,
    { name: 'demo.move', permission: 'write', sinks: [] } as const,
    { name: 'demo.send', permission: 'write', sinks: undefined } as const,
  ]
  expect(await checkDeclaredSinks('', tools)).toMatchObject({
    failed: 1,
    report: [expect.stringMatching(/^demo\.send has effects and no `sinks`/)],
  })
})

test('passes for the tools that there are', async () => {
  expect(await checkDeclaredSinks('')).toMatchObject({ failed: 0 })
})
