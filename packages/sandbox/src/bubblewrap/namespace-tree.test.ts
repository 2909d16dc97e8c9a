import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { atOnce, quickly } from '../launch/manner.ts'
import { systemProcessTable } from '../process/process-table.ts'
import { createNamespaceTree } from './namespace-tree.ts'

/** A process that stands for the first one of a namespace, with two children. */
async function startFamily() {
  const script = 'sleep 60 & sleep 60 & echo ready; wait; wait'
  const first = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(first.stdout, 'data')
  first.stdout.destroy()
  return first
}
const treeOf = (first: number | undefined, { monitor = Number.NaN, isProgram = false } = {}) =>
  createNamespaceTree({ table: systemProcessTable, monitor, first: () => first, isProgram })

test('a tree is its first process and all that descend from it', async () => {
  const first = await startFamily()
  using tree = treeOf(first.pid)
  const [own, ...children] = tree.alive()
  expect([own, children.length]).toEqual([first.pid, 2])
  tree.killNow()
  expect(tree.wasKilled()).toBe(true)
  await once(first, 'exit')
  await expect.poll(() => tree.alive()).toEqual([])
  // In a namespace the kernel does this.
  for (const child of children) process.kill(child, 'SIGKILL')
})

test('what is asked to end are the others; the first ends with them, or is killed', async () => {
  const first = await startFamily()
  const exit = once(first, 'exit')
  using tree = treeOf(first.pid)
  expect(await tree.end(quickly)).toEqual([])
  await exit
})

test('a program that is its own first process is asked where it handles a signal, else killed at once', async () => {
  const start = async (script: string) => {
    const program = spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(program.stdout, 'data')
    return { program, exit: once(program, 'exit') }
  }
  const handling = await start(
    'trap "exit 7" TERM; echo ready; while read -t 0.01 line || true; do :; done < <(sleep 60)',
  )
  using asked = treeOf(handling.program.pid, { isProgram: true })
  expect(await asked.end({ signals: ['SIGTERM'], graceMs: 10_000 })).toEqual([])
  expect(await handling.exit).toEqual([7, null])
  const deaf = await start('echo ready; exec sleep 60')
  using killed = treeOf(deaf.program.pid, { isProgram: true })
  expect(await killed.end({ signals: ['SIGTERM'], graceMs: 10_000 })).toEqual([])
  expect(await deaf.exit).toEqual([null, 'SIGKILL'])
})

test('a process with the number of one that has ended is not taken for it', async () => {
  const first = await startFamily()
  using tree = treeOf(first.pid)
  tree.hold()
  const children = tree.alive().slice(1)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(tree.alive()).toEqual([])
  for (const child of children) process.kill(child, 'SIGKILL')
})

test('until the first process is known, the tree is the one that waits for it', async () => {
  const monitor = spawn('sleep', ['60'], { stdio: 'ignore' })
  const exit = once(monitor, 'exit')
  using tree = treeOf(undefined, { monitor: monitor.pid ?? Number.NaN })
  expect(tree.alive()).toEqual([monitor.pid])
  expect(await tree.end(atOnce)).toEqual([])
  await exit
})
