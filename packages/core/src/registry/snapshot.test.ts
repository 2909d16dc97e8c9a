import { expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalDialect, safeDialect } from '../dialect/plain-dialects.ts'
import { openRun } from '../run/open-run.ts'
import { testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import { createSessionState } from '../tool/session-state.ts'
import { createRegistry } from './create-registry.ts'
import { createSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'

const tool = (name: string) =>
  defineTool({
    name,
    description: 'Looks.',
    input: z.strictObject({}),
    permission: 'readonly',
    execute: () => 'looked',
  })

function registryOf(...names: readonly string[]) {
  const registry = createRegistry()
  for (const name of names) registry.register(tool(name))
  return registry
}

const removed = (reason: string) => ({ class: 'removed', reason, source: 'test' }) as const

test('the requests of a run have one snapshot while nothing of their tools changes', () => {
  const registry = registryOf('demo.a', 'demo.b', 'demo.c')
  const options: SnapshotOptions = {
    dialect: safeDialect,
    hide: ({ name }) => (name === 'demo.b' ? removed('not now') : undefined),
    defer: () => new Set(['demo.c']),
  }
  const first = createSnapshot(registry, options)
  expect(createSnapshot(registry, { ...options, before: first })).toBe(first)
  // A dialect may be made anew for each request, such as one with names that rooms give their tools.
  expect(createSnapshot(registry, { ...options, dialect: { ...safeDialect }, before: first })).toBe(first)
  const session = createSessionState()
  const request = () => openRun({ registry, session, principal: testPrincipal, run: 'run' }).snapshot
  expect(request()).toBe(request())
})

test('a snapshot is never that of a request before whose tools, names or reasons were others (symptom: a tool that was switched off can be called)', () => {
  const registry = registryOf('demo.a', 'demo.b')
  const options: SnapshotOptions = { dialect: safeDialect, hide: () => undefined }
  const before = createSnapshot(registry, options)
  const next = (changed: Partial<SnapshotOptions>): Snapshot =>
    createSnapshot(registry, { ...options, ...changed, before })
  const hiding = (reason: string): Partial<SnapshotOptions> => ({
    hide: ({ name }) => (name === 'demo.b' ? removed(reason) : undefined),
  })
  expect(next({ dialect: canonicalDialect }).names.exposedName('demo.a')).toBe('demo.a')
  const renaming = { ...safeDialect, expose: (name: string) => (name === 'demo.a' ? 'look' : undefined) }
  expect(next({ dialect: renaming }).names.exposedName('demo.a')).toBe('look')
  expect(next({ defer: () => new Set(['demo.b']) }).deferred.map(({ name }) => name)).toEqual(['demo.b'])
  const hidden = next(hiding('one'))
  expect(hidden.find('demo.b')).toBeUndefined()
  expect(createSnapshot(registry, { ...options, ...hiding('two'), before: hidden }).whyHidden('demo.b').reason).toBe(
    'two',
  )
  registry.setEnabled('demo.b', false)
  expect(next({}).find('demo.b')).toBeUndefined()
  registry.setEnabled('demo.b', true)
  registry.register(tool('demo.c'))
  expect(next({}).find('demo.c')).toBeDefined()
})

test('a snapshot names the problem that a source has now (symptom: an unknown tool is explained by the state of an earlier request)', async () => {
  const registry = createRegistry()
  let problem = 'it is down'
  await using connection = await registry.connect({
    id: 'test:far',
    list: async () => {
      throw new Error(problem)
    },
    onChange: () => ({ [Symbol.dispose]: () => undefined }),
    [Symbol.asyncDispose]: async () => undefined,
  })
  const before = createSnapshot(registry, { dialect: safeDialect })
  expect(before.whyHidden('far.tool').reason).toContain('it is down')
  expect(createSnapshot(registry, { dialect: safeDialect, before })).toBe(before)
  problem = 'it is closed'
  await connection.refresh().catch(() => undefined)
  expect(createSnapshot(registry, { dialect: safeDialect, before }).whyHidden('far.tool').reason).toContain(problem)
})
