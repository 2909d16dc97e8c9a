import { expect, test } from 'vitest'
import type { Check, Surroundings } from './check.ts'
import { judgeDisk } from './check-disk.ts'
import { checkNode } from './check-node.ts'
import { examineAll } from './examine.ts'

const surroundings = { flags: {}, nodeVersion: '24.0.0' } as Surroundings

test('a check that breaks is a failed one, and costs none of the others', async () => {
  const broken: Check = {
    name: 'broken',
    look: () => {
      throw new Error('no such thing')
    },
  }
  expect(await examineAll([broken, checkNode], surroundings)).toEqual([
    { name: 'broken', status: 'fail', message: 'no such thing' },
    { name: 'node', status: 'ok', message: 'Node 24.0.0' },
  ])
})

test.each([
  ['20.20.2', 'fail'],
  ['22.17.9', 'fail'],
  ['22.18.0', 'ok'],
  ['26.1.0', 'ok'],
])('Node %s: %s', async (nodeVersion, status) => {
  expect(await checkNode.look({ ...surroundings, nodeVersion })).toMatchObject({ status })
})

test.each([
  [10_000_000, 'fail'],
  [500_000_000, 'warn'],
  [50_000_000_000, 'ok'],
])('%d bytes free: %s', async (free, status) => {
  expect(await judgeDisk(free, '/home')).toMatchObject({ status })
})
