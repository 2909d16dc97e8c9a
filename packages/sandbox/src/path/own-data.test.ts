import type { PathAccess } from '@drawbridge/core'
import { describe, expect, test } from 'vitest'
import type { Boundaries } from './boundaries.ts'
import { isOwnData } from './own-data.ts'
import { zoneOf } from './zone-of.ts'

const boundaries: Boundaries = {
  workspace: '/home/user/.drawbridge/agents/a/workspace',
  readRoots: ['/home/user/.drawbridge/skills', '/data'],
  writeRoots: ['/shared'],
  home: '/home/user/.drawbridge',
  readScope: 'anywhere',
}
const isOwn = (path: string, access: PathAccess = 'read') =>
  isOwnData(path, zoneOf(path, access, boundaries), boundaries)

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
    expect(isOwn(path)).toBe(true)
  })

  test.each([
    '/home/user/.drawbridge/agents/a/workspace',
    '/home/user/.drawbridge/agents/a/workspace/src/x.ts',
    '/home/user/.drawbridge/skills/pdf/SKILL.md',
    '/data/drawbridge/x',
    '/home/user/.drawbridge-notes',
  ])('does not include %s', (path) => {
    expect(isOwn(path)).toBe(false)
  })

  test('includes a skill for whoever writes: the read root is for reading', () => {
    expect(isOwn('/home/user/.drawbridge/skills/pdf/SKILL.md', 'write')).toBe(true)
  })

  test('stays closed where the home itself was given as a root', () => {
    const careless = { ...boundaries, readRoots: ['/home/user/.drawbridge'] }
    const path = '/home/user/.drawbridge/key'
    expect(isOwnData(path, zoneOf(path, 'read', careless), careless)).toBe(true)
  })
})
