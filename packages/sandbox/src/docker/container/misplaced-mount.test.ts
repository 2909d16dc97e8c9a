import { describe, expect, test } from 'vitest'
import { misplacedMount } from './misplaced-mount.ts'

const planned = [
  { source: '/home/me/a b', target: '/workspace', readOnly: false },
  { source: '/home/me/a b/.git', target: '/workspace/.git', readOnly: false },
  { source: '/home/me/a b/.git/config', target: '/workspace/.git/config', readOnly: true },
  { source: '/state/empty/file', target: '/workspace/key', readOnly: true },
]
const line = (root: string, point: string, options = 'rw,relatime', device = '8:1') =>
  `36 35 ${device} ${root} ${point} ${options} - ext4 /dev/sda rw`
const lines = {
  root: line('/', '/', 'ro', '0:50'),
  workspace: line('/me/a\\040b', '/workspace'),
  git: line('/me/a\\040b/.git', '/workspace/.git'),
  config: line('/me/a\\040b/.git/config', '/workspace/.git/config', 'ro,relatime'),
  key: line('/empty/file', '/workspace/key', 'ro', '8:2'),
}
const seen = (changed: Partial<typeof lines> = {}) =>
  misplacedMount(Object.values({ ...lines, ...changed }).join('\n'), planned)

test('what is as planned is not told', () => {
  expect(seen()).toBeUndefined()
})

describe('what is not', () => {
  test.each([
    ['a folder that leads elsewhere', { git: line('/etc', '/workspace/.git') }, '/workspace/.git'],
    [
      'the same path on another file system',
      { git: line('/me/a\\040b/.git', '/workspace/.git', 'rw', '8:2') },
      '/workspace/.git',
    ],
    [
      'a file that leads elsewhere',
      { config: line('/shadow', '/workspace/.git/config', 'ro') },
      '/workspace/.git/config',
    ],
    ['a place that moved', { key: line('/empty/file', '/workspace/other', 'ro', '8:2') }, '/workspace/key'],
    [
      'what can be written',
      { config: line('/me/a\\040b/.git/config', '/workspace/.git/config') },
      '/workspace/.git/config',
    ],
  ])('is told: %s', (_what, changed, target) => {
    expect(seen(changed)).toBe(target)
  })
})
