import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfigFolders, createFolders } from '../config/__fixtures__/folders.ts'
import { loadConfiguration } from '../config/load-configuration.ts'
import { sandboxPlan } from './sandbox-plan.ts'

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

/** The plan of an agent with these two files, or what is wrong with the project's. */
function planOf(operator: object, project: object, agent?: string) {
  folders.operator(JSON.stringify(operator))
  folders.project(JSON.stringify({ sandbox: project }))
  const loaded = loadConfiguration({ home: folders.home, workspace: folders.workspace, environment: {} })
  if (loaded.status === 'refused') return loaded.problems.map(({ message }) => message).join('\n')
  return sandboxPlan({ layers: loaded.configuration.layers }, agent)
}

describe("a project's file", () => {
  test.each([
    ['a mode', { mode: 'non-main' }, { mode: 'all' }, { mode: 'all' }],
    ['a mode where nobody set one', {}, { mode: 'all' }, { mode: 'all' }],
    ['an access', { workspace: 'read' }, { workspace: 'none' }, { settings: { workspace: 'none' } }],
    [
      'the network',
      { network: 'host' },
      { network: { allow: ['a.com'] } },
      { settings: { network: { allow: ['a.com'] } } },
    ],
    [
      'hosts of a pattern',
      { network: { allow: ['*.a.com', 'b.com'] } },
      { network: { allow: ['x.a.com'] } },
      { settings: { network: { allow: ['x.a.com'] } } },
    ],
    ['a limit', { memoryMb: 512 }, { memoryMb: 256 }, { settings: { limits: { memoryBytes: 256 * 1024 * 1024 } } }],
    ['a limit where there was none', {}, { processes: 8 }, { settings: { limits: { processes: 8 } } }],
    ['what is required', { required: ['net'] }, { required: ['memory'] }, { required: ['net', 'memory'] }],
  ])('may narrow %s', (_what, operator, project, plan) => {
    expect(planOf({ sandbox: operator }, project)).toMatchObject(plan)
  })

  test.each([
    ['a mode', { mode: 'all' }, { mode: 'off' }, '"sandbox.mode" is "all" without it'],
    ['an access', { workspace: 'none' }, { workspace: 'read' }, '"sandbox.workspace" is "none" without it'],
    ['the network', {}, { network: 'host' }, '"sandbox.network" is "none" without it'],
    [
      'hosts',
      { network: { allow: ['a.com'] } },
      { network: { allow: ['a.com', 'b.com'] } },
      '"sandbox.network" is {"allow":["a.com"]}',
    ],
    [
      'hosts below a host',
      { network: { allow: ['a.com'] } },
      { network: { allow: ['x.a.com'] } },
      '"sandbox.network" is "none"',
    ],
    ['a limit', { memoryMb: 256 }, { memoryMb: 512 }, '"sandbox.memoryMb" is 256 without it'],
    ['who builds the wall', {}, { backend: 'docker' }, 'A project file cannot set "sandbox.backend"'],
    ['what happens without', {}, { fallback: 'host' }, 'A project file cannot set "sandbox.fallback"'],
    ['an image', {}, { image: 'x' }, 'A project file cannot set "sandbox.image"'],
  ])('may not widen %s', (_what, operator, project, problem) => {
    expect(planOf({ sandbox: operator }, project)).toContain(problem)
  })

  test('narrows what the operator says of one agent as well', () => {
    const operator = {
      agents: { guest: { sandbox: { network: 'host', workspace: 'write', memoryMb: 1024 } } },
      sandbox: { network: 'host' },
    }
    expect(planOf(operator, { network: 'none', memoryMb: 64 }, 'guest')).toMatchObject({
      settings: { network: 'none', workspace: 'write', limits: { memoryBytes: 64 * 1024 * 1024 } },
    })
  })
})
