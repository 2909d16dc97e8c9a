import { pid } from 'node:process'
import { expect, test } from 'vitest'
import { hasMounts, mountTableOf } from './mount-table.ts'

const table = [
  '1 0 0:1 / / ro - tmpfs tmpfs ro',
  '2 1 8:1 /w /w ro - ext4 /dev/a ro',
  `3 2 8:1 /n ${Buffer.from('/w/a\\040b/ü.env').toString('latin1')} ro - ext4 /dev/a ro`,
].join('\n')
const workspace = { kind: 'bind', path: '/w', host: '/w', access: 'read' } as const
const cover = { kind: 'nothing', path: '/w/a b/ü.env' } as const

test('a layout is whole if everything that it mounts is mounted', () => {
  expect(hasMounts(table, [workspace, cover, { kind: 'folder', path: '/x' }])).toBe(true)
  expect(hasMounts(table, [{ kind: 'link', path: '/bin', target: 'usr/bin' }])).toBe(true)
})

test('a cover that the kernel took away is missed', () => {
  expect(hasMounts(table, [workspace, cover, { kind: 'nothing', path: '/w/.env' }])).toBe(false)
  expect(hasMounts(table, [{ kind: 'empty', path: '/w/closed', closed: true }])).toBe(false)
})

test('the kernel has a table for a process that lives', () => {
  expect(mountTableOf(pid)).toContain(' / ')
  expect(mountTableOf(0)).toBeUndefined()
})
