import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { atOnce } from '../launch/manner.ts'
import { endTree } from './end-tree.ts'
import { createProcessGroup } from './process-group.ts'

test('a group is alive while a member is, and ends as one', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & sleep 60'], { detached: true, stdio: 'ignore' })
  const group = createProcessGroup(child.pid ?? Number.NaN)
  const exit = once(child, 'exit')
  expect(group.alive()).toEqual([-(child.pid ?? 0)])
  expect(await endTree(group, atOnce)).toEqual([])
  await exit
  expect(group.alive()).toEqual([])
})
