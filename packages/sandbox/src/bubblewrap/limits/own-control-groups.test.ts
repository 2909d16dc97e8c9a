import { expect, test } from 'vitest'
import { parseControlGroups } from './own-control-groups.ts'

test('with version 1 each controller has a group, in the hierarchy that names it', () => {
  const mounts = `29 28 0:25 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
30 28 0:26 / /sys/fs/cgroup/memory rw,relatime shared:10 - cgroup cgroup rw,memory
31 28 0:27 / /sys/fs/cgroup/unified rw shared:11 - cgroup2 cgroup2 rw`
  const own = parseControlGroups('4:memory:/service/a:b\n3:cpu,cpuacct:/\n2:pids:/x\n0::/u\n', mounts)
  expect(own.controllers.get('memory')?.folder).toBe('/sys/fs/cgroup/memory/service/a:b')
  expect(own.controllers.get('cpu')?.folder).toBe('/sys/fs/cgroup/cpu,cpuacct/')
  expect(own.controllers.has('pids')).toBe(false)
  expect(own.unified).toEqual({ mount: '/sys/fs/cgroup/unified', folder: '/sys/fs/cgroup/unified/u' })
})

test('with version 2 there is one group for everything', () => {
  const own = parseControlGroups('0::/user.slice/a.scope\n', '25 24 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n')
  expect(own.unified?.folder).toBe('/sys/fs/cgroup/user.slice/a.scope')
})

test('where a part of the hierarchy is mounted, paths count from there', () => {
  const own = parseControlGroups('0::/docker/1/sub\n', '25 24 0:22 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n')
  expect(own.unified?.folder).toBe('/sys/fs/cgroup/sub')
})

test('without any hierarchy there is no group', () => {
  expect(parseControlGroups('0::/x\n', '')).toEqual({ controllers: new Map() })
})
