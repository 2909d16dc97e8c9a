import type { PathAccess } from '@drawbridge/core/target'
import { describe, expect, test } from 'vitest'
import type { Boundaries } from './boundaries.ts'
import { closureOf, zoneOf } from './path-place.ts'

const boundaries: Boundaries = {
  workspace: '/home/user/.drawbridge/agents/a/workspace',
  readRoots: ['/home/user/.drawbridge/skills', '/data'],
  writeRoots: ['/shared'],
  home: '/home/user/.drawbridge',
  denied: ['/shared/private'],
  readScope: 'anywhere',
}
const closure = (path: string, access: PathAccess = 'read') =>
  closureOf(path, zoneOf(path, access, boundaries), boundaries)

describe("Drawbridge's own data", () => {
  test.each([
    '/home/user/.drawbridge',
    '/home/user/.drawbridge/key',
    '/home/user/.drawbridge/agents/b/workspace/x',
    '/home/user/.drawbridge/agents/a/workspace/.drawbridge/x',
    '/home/user/.drawbridge/agents/a/workspace/sub/.GoClaw/x',
    '/shared/.drawbridge',
    '/data/.drawbridge/tools',
    '/elsewhere/.goclaw/state',
  ])('includes %s', (path) => {
    expect(closure(path)).toBe('own_data')
  })

  test.each([
    '/home/user/.drawbridge/agents/a/workspace',
    '/home/user/.drawbridge/agents/a/workspace/src/x.ts',
    '/home/user/.drawbridge/skills/pdf/SKILL.md',
    '/data/drawbridge/x',
    '/home/user/.drawbridge-notes',
  ])('does not include %s', (path) => {
    expect(closure(path)).toBeUndefined()
  })

  test('includes a skill for whoever writes: the read root is for reading', () => {
    expect(closure('/home/user/.drawbridge/skills/pdf/SKILL.md', 'write')).toBe('own_data')
  })

  test('is closed if the home is in the workspace', () => {
    const inside = { ...boundaries, workspace: '/place', readRoots: [], home: '/place/data' }
    for (const [path, expected] of [
      ['/place/data/key', 'own_data'],
      ['/place/database', undefined],
    ] as const) {
      expect(closureOf(path, zoneOf(path, 'read', inside), inside)).toBe(expected)
    }
  })

  test('stays closed where the home itself was given as a root', () => {
    const careless = { ...boundaries, readRoots: ['/home/user/.drawbridge'] }
    const path = '/home/user/.drawbridge/key'
    expect(closureOf(path, zoneOf(path, 'read', careless), careless)).toBe('own_data')
  })
})

test('a folder that the run was denied is closed with all below it, also inside a root', () => {
  expect(closure('/shared/private/x', 'write')).toBe('denied')
  expect(closure('/shared/private-not/x', 'write')).toBeUndefined()
})

test('what a rule closes to the run is closed, also in its workspace', () => {
  const path = '/home/user/.drawbridge/agents/a/workspace/SOUL.md'
  const ruled = { ...boundaries, closed: (real: string) => real === path }
  expect(closureOf(path, zoneOf(path, 'read', ruled), ruled)).toBe('denied')
  expect(closureOf(`${path}.bak`, zoneOf(path, 'read', ruled), ruled)).toBeUndefined()
})
