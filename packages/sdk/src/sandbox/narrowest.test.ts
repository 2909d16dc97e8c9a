import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfigFolders, createFolders } from '../config/__fixtures__/folders.ts'
import { valueLayer } from '../config/config-layer.ts'
import { loadConfiguration } from '../config/load-configuration.ts'
import { readConfiguration } from '../config/read-configuration.ts'
import type { DrawbridgeConfig } from '../config/sections.ts'
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

describe("an agent's definition", () => {
  const file = (sandbox: object) => `---\ndescription: x\nsandbox: ${JSON.stringify(sandbox)}\n---\n`
  const planWith = async (operator: object, own: object, agent = 'a') => {
    folders.operator(JSON.stringify(operator))
    mkdirSync(join(folders.home, 'agents/a'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folders.home, 'agents/a/AGENT.md'), file(own), { mode: 0o600 })
    const { home, workspace } = folders
    const loaded = await readConfiguration({ home, workspace, environment: {}, secrets: 'unchecked' })
    if (loaded.status === 'refused') return loaded.problems.map(({ message }) => message).join('\n')
    return sandboxPlan({ layers: loaded.configuration.layers }, agent)
  }

  test.each([
    ['a mode', {}, { mode: 'all' }, { mode: 'all', settings: { network: 'none' } }],
    [
      'a few hosts in place of the network of the machine',
      {},
      { mode: 'all', network: { allow: ['a.com'] } },
      { mode: 'all', settings: { network: { allow: ['a.com'] } } },
    ],
    [
      'what the operator gave the agent',
      { sandbox: { mode: 'all' }, agents: { a: { sandbox: { network: { allow: ['a.com', 'b.com'] } } } } },
      { network: { allow: ['b.com'] }, memoryMb: 64 },
      { mode: 'all', settings: { network: { allow: ['b.com'] }, limits: { memoryBytes: 64 * 1024 * 1024 } } },
    ],
    [
      'what is required',
      { sandbox: { required: ['net'] } },
      { mode: 'non-main', required: ['pids'], workspace: 'read' },
      { mode: 'non-main', required: ['net', 'pids'], settings: { workspace: 'read' } },
    ],
  ])('narrows %s, for this agent alone', async (_, operator, own, plan) => {
    const without = sandboxPlan({ layers: [valueLayer(operator as DrawbridgeConfig, 'operator')] }, 'other')
    expect(await planWith(operator, own)).toMatchObject(plan)
    expect(await planWith(operator, own, 'other')).toEqual(without)
  })

  test.each([
    ['a mode', { sandbox: { mode: 'all' } }, { mode: 'off' }, '"sandbox.mode" is "all" without it'],
    ['the network', { sandbox: { mode: 'all' } }, { network: 'host' }, '"sandbox.network" is "none" without it'],
    [
      'a host',
      { agents: { a: { sandbox: { mode: 'all', network: { allow: ['a.com'] } } } } },
      { network: { allow: ['a.com', 'b.com'] } },
      'A definition can only narrow the sandbox: "sandbox.network" is {"allow":["a.com"]}',
    ],
    ['a limit', { sandbox: { cpus: 1 } }, { cpus: 2 }, '"sandbox.cpus" is 1 without it'],
  ])('that widens %s is refused, with what there is without it', async (_, operator, own, message) => {
    expect(await planWith(operator, own)).toContain(message)
  })
})

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
