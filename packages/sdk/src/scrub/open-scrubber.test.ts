import { hostname, networkInterfaces } from 'node:os'
import { createSecretRegistry } from '@drawbridge/core/scrub'
import { describe, expect, test } from 'vitest'
import { openScrubber, type ScrubberSources } from './open-scrubber.ts'

const open = (sources: Partial<ScrubberSources>) =>
  openScrubber({ registry: createSecretRegistry(), secrets: [], patterns: [], serverAddresses: 'off', ...sources })

describe('the scrubber of a Drawbridge', () => {
  test('knows secrets, patterns, and what is registered later', async () => {
    const registry = createSecretRegistry()
    const patterns = [{ id: 'badge', pattern: 'badge-(?P<secret>[0-9]{4})' }]
    const scrubber = await open({ registry, secrets: ['open sesame'], patterns })
    registry.register('told later', { scope: 'process' })
    expect(scrubber.scrub('open sesame, badge-1234, told later').text).toBe('[REDACTED], badge-[REDACTED], [REDACTED]')
  })

  test('leaves the machine in the text unless it is told otherwise', async () => {
    const outward = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal }) => !internal)
    const own = [hostname(), ...(outward === undefined ? [] : [outward.address])].filter(
      (name) => name.length >= 6 && !name.startsWith('localhost'),
    )
    const text = `here is ${own.join(' and ')}`
    expect((await open({})).scrub(text).text).toBe(text)
    const hidden = (await open({ serverAddresses: 'auto' })).scrub(text).text
    for (const name of own) expect(hidden).not.toContain(name)
  })

  test.each([
    ['a list that names loopback', { serverAddresses: ['localhost'] }, '"localhost" in `scrub.serverAddresses`'],
    ['a secret of five characters', { secrets: ['abcde'] }, 'shorter than six'],
    ['a pattern that no linear engine takes', { patterns: [{ id: 'twice', pattern: '(a)\\1' }] }, 'twice'],
  ])('refuses %s', async (_what, sources, reason) => {
    await expect(open(sources)).rejects.toThrow(reason)
  })
})
