import { createRegistry, defineTool, openRun } from '@drawbridge/core'
import { field } from '@drawbridge/core/schema'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { renderParameters } from './render-parameters.ts'
import { toolsJson } from './tools-json.ts'

test('what the author of a tool noted is shown to people and scripts', async () => {
  const registry = createRegistry()
  registry.register(
    defineTool({
      name: 'demo.noted',
      description: 'Notes.',
      input: field.object({}),
      permission: 'readonly',
      metadata: { owner: 'team a\u001b[31m' },
      execute: () => 'x',
    }),
  )
  const { snapshot } = openRun({ registry, principal: testPrincipal })
  expect(await toolsJson(snapshot)).toMatchObject({
    tools: [{ name: 'demo.noted', metadata: { owner: 'team a\u001b[31m' } }],
  })
  const shown = await renderParameters(snapshot)
  expect(shown).toMatch(/Metadata, which no model sees:\n\{\n {2}"owner": "team a/)
  expect(shown).not.toContain('\u001b')
})
