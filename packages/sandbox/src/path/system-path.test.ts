import { describe, expect, test } from 'vitest'
import { isSystemPath } from './system-path.ts'

describe('a path of the operating system', () => {
  test.each(['/etc/hosts', '/usr/include/stdio.h', '/proc/cpuinfo', '/lib'])('is %s', (path) => {
    expect(isSystemPath(path, { userHome: '/home/user' })).toBe(true)
  })

  test.each(['/home/user/x', '/tmp/x', '/', '/etcetera', '/var/lib/app/data.db', '/var/tmp/x', '/root/x'])(
    'is not %s',
    (path) => {
      expect(isSystemPath(path, { userHome: '/home/user' })).toBe(false)
    },
  )

  test('is nothing below the home of the user, wherever that lies', () => {
    expect(isSystemPath('/opt/agent/notes.md', { userHome: '/opt/agent' })).toBe(false)
  })
})
