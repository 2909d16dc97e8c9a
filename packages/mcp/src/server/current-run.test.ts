import { createRegistry, openRun, type Run } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { demoTools } from '../__fixtures__/demo-tools.ts'
import { openCurrentRun } from './current-run.ts'

async function start() {
  const registry = createRegistry()
  const errors: Error[] = []
  let broken = false
  const current = await openCurrentRun({
    openRun: () => {
      if (broken) throw new Error('the store is gone')
      return openRun({ registry, principal: testPrincipal })
    },
    toolsVersion: () => registry.version,
    onError: (error) => errors.push(error),
  })
  const names = () => current.get().snapshot.tools.map((tool) => tool.name)
  return { registry, current, names, errors, breakDown: () => (broken = true) }
}

test('a change of the tools opens the run again, once', async () => {
  const { registry, current, names } = await start()
  expect(await current.refresh()).toBe(false)
  registry.register(demoTools[0]!)
  expect(await Promise.all([current.refresh(), current.refresh()])).toEqual([true, false])
  expect(names()).toEqual(['demo.add'])
})

test('a change that leaves what this client is shown as it was is no change for it', async () => {
  const registry = createRegistry()
  for (const tool of demoTools) registry.register(tool)
  let version = 0
  const hidden = new Set<string>()
  const current = await openCurrentRun({
    openRun: () =>
      openRun({
        registry,
        principal: testPrincipal,
        hide: ({ name }) => (hidden.has(name) ? { class: 'removed', reason: 'denied', source: 'test' } : undefined),
      }),
    toolsVersion: () => version,
    onError: () => undefined,
  })
  version += 1
  expect(await current.refresh()).toBe(false)
  hidden.add('demo.add')
  version += 1
  expect(await current.refresh()).toBe(true)
})

test('a run that a person has aborted is followed by a new one, once, which is not a change of the tools', async () => {
  const registry = createRegistry()
  const opened: Run[] = []
  const current = await openCurrentRun({
    openRun: () => {
      const run = openRun({ registry, principal: testPrincipal })
      opened.push(run)
      return run
    },
    toolsVersion: () => registry.version,
    onError: () => undefined,
  })
  opened[0]?.abort('enough')
  expect(await Promise.all([current.refresh(), current.refresh()])).toEqual([false, false])
  expect(opened).toHaveLength(2)
  expect(current.get()).toBe(opened[1])
  expect(current.get().signal.aborted).toBe(false)
})

test('if no new run can be opened, the old one continues and the reason is logged', async () => {
  const { registry, current, names, errors, breakDown } = await start()
  breakDown()
  registry.register(demoTools[0]!)
  expect(await current.refresh()).toBe(false)
  expect(names()).toEqual([])
  expect(errors).toMatchObject([{ message: 'the store is gone' }])
})

test('a first run that cannot be opened is an error of the start', async () => {
  const openRun = () => Promise.reject(new Error('the store is gone'))
  await expect(openCurrentRun({ openRun, toolsVersion: () => 0, onError: () => undefined })).rejects.toThrow('gone')
})
