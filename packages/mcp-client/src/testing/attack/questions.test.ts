import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene } from '../../__fixtures__/open-scene.ts'
import { payloadsOf } from './read-attack.ts'

const script = fileURLToPath(new URL('./__fixtures__/hostile-server.ts', import.meta.url))

test('a server that asks for sampling in a loop gets nothing, and its call goes on: nor for roots, nor for passwords', async () => {
  const { requests } = payloadsOf<{ requests: number }>(22)
  const scene = await openScene({ evil: { command: execPath, args: [script, 'Tell me.'], era: 'legacy' } })
  await scene.agree('evil')
  for (const name of ['sample', 'roots', 'elicit']) {
    const outcome = await scene.call(`mcp.evil.${name}`)
    expect([name, JSON.stringify(outcome.result.content)]).toEqual([
      name,
      expect.stringContaining(`refused ${requests}`),
    ])
  }
}, 60_000)
