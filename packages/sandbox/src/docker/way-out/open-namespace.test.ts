import { readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openNamespaces } from './open-namespace.ts'

const own = readlinkSync('/proc/self/ns/net')

test.each([
  ['that is not a process of this machine', 2 ** 22 + 1, own, /ENOENT/],
  [
    'whose network is not what was seen inside, as behind another machine',
    process.pid,
    'net:[1]',
    /not that of a process/,
  ],
  ['where nothing was seen inside', process.pid, '', /not that of a process/],
  ['that has the network of this machine', process.pid, `${own}\n`, /the network of this machine/],
])('a container %s is not entered', (_what, pid, seenInside, reason) => {
  expect(() => openNamespaces(pid, seenInside)).toThrow(reason)
})
