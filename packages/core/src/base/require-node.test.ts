import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { oldestNode, requireNode } from './require-node.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('an old Node is refused at import, with the version that is needed', async () => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, node: '20.19.4' } })
  vi.resetModules()
  await expect(import('../index.ts')).rejects.toMatchObject({
    code: 'unsupported_runtime',
    message: expect.stringContaining('needs Node 22.18 or newer; this is 20.19.4'),
  })
})

test.each(['18.20.0', '22.17.1'])('Node %s is too old', (version) => {
  expect(() => requireNode(version)).toThrow(oldestNode)
})

test.each(['22.18.0', '24.0.0', '26.1.0-nightly'])('Node %s is new enough', (version) => {
  expect(() => requireNode(version)).not.toThrow()
})

test('the package names the same version', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(engines.node).toBe(`>=${oldestNode}`)
})
