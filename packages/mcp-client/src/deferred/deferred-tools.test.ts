import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deferredTools } from './deferred-tools.ts'

const named = (server: string, count: number) => Array.from({ length: count }, (_, at) => `mcp.${server}.t${at}`)
const servers = ['a', 'b', 'c']

test('as many tools as the budget has are all shown', () => {
  expect(deferredTools([...named('a', 20), ...named('b', 20), 'fs.read_file'], { servers, above: 40 })).toEqual(
    new Set(),
  )
})

test('beyond it whole servers are left to the search, the later ones of the configuration first', () => {
  const names = [...named('c', 3), ...named('a', 30), ...named('b', 20)]
  expect(deferredTools(names, { servers, above: 40 })).toEqual(new Set(named('b', 20)))
})

test('a budget of 0 leaves all tools of servers to the search, and no other', () => {
  expect(deferredTools([...named('a', 2), 'fs.read_file'], { servers, above: 0 })).toEqual(new Set(named('a', 2)))
})

test('what is shown never exceeds the budget, servers stay whole, and the order of the names changes nothing', () => {
  const sizes = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9))
  fc.assert(
    fc.property(sizes, fc.nat(20), (counts, above) => {
      const names = servers.flatMap((server, at) => named(server, counts[at] ?? 0))
      const deferred = deferredTools(names, { servers, above })
      expect(names.length - deferred.size).toBeLessThanOrEqual(Math.max(above, 0))
      for (const [at, server] of servers.entries()) {
        const own = named(server, counts[at] ?? 0).filter((name) => deferred.has(name)).length
        expect([0, counts[at]]).toContain(own)
      }
      expect(deferredTools(names.toReversed(), { servers, above })).toEqual(deferred)
    }),
  )
})
