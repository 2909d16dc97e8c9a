import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionOptions } from '@drawbridge/core'
import { compileCeiling, inheritedCeilings } from '@drawbridge/core/policy'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DrawbridgeConfig } from '../config/sections.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-policy-')))
  mkdirSync(join(root, 'workspace'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (config: DrawbridgeConfig, options: Partial<DrawbridgeOptions> = {}) =>
  createDrawbridge({ home: join(root, 'home'), workspace: join(root, 'workspace'), record: 'off', config, ...options })

const write = { name: 'fs.write_file', arguments: { path: 'docs/a.md', content: 'x' } }

describe('a session', () => {
  test('has the tools and the verdicts of the configuration', async () => {
    await using drawbridge = await open({
      tools: { deny: ['fs.delete'] },
      permissions: { rules: [{ tools: 'fs.write_file', when: { path: 'docs/**' }, then: 'allow' }] },
    })
    const session = drawbridge.openSession()
    expect(session.snapshot.find('fs.delete')).toBeUndefined()
    expect(await session.call(write)).toMatchObject({ status: 'ok' })
    expect(await session.call({ ...write, arguments: { path: 'a.md', content: 'x' } })).toMatchObject({
      code: 'approval_unavailable',
    })
    expect(await session.call({ name: 'fs.delete', arguments: { path: 'docs/a.md' } })).toMatchObject({
      code: 'tool_not_available',
      message: expect.stringContaining('options.config.tools.deny.0'),
    })
  })

  test('means the real home by ~ (symptom: with a home behind a link, rules about it hold for nothing)', async () => {
    mkdirSync(join(root, 'real', 'notes'), { recursive: true })
    symlinkSync('real', join(root, 'user'))
    vi.stubEnv('HOME', join(root, 'user'))
    try {
      await using drawbridge = await open({
        permissions: { rules: [{ tools: '*', when: { path: '~/notes/**' }, then: 'deny' }] },
      })
      const read = { name: 'fs.read_file', arguments: { path: '~/notes/a.md' } }
      expect(await drawbridge.openSession().explain(read)).toMatchObject({ decision: { verdict: 'deny' } })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('leaves out of a search what the operator calls sensitive, and asks where a command would read it', async () => {
    const workspace = join(root, 'workspace')
    mkdirSync(join(workspace, 'customers'))
    for (const name of ['a.md', 'customers/b.md', '.env', '.env.ci']) writeFileSync(join(workspace, name), 'needle')
    await using drawbridge = await open({ permissions: { sensitive: ['customers/', '!.env.ci'] } })
    const session = drawbridge.openSession()
    const found = JSON.stringify(await session.call({ name: 'fs.list_files', arguments: { recursive: true } }))
    expect(found).toContain('.env.ci')
    expect(found).not.toContain('b.md')
    const command = (text: string) => session.explain({ name: 'runtime.exec', arguments: { command: text } })
    expect(await command('grep -r needle .')).toMatchObject({ decision: { verdict: 'ask' } })
    expect(await session.explain({ name: 'fs.read_file', arguments: { path: 'customers/b.md' } })).toMatchObject({
      decision: { verdict: 'ask' },
    })
  })

  test('explains a tool that cannot work here as it hides it', async () => {
    await using drawbridge = await open({})
    const { hidden } = drawbridge.openSession().snapshot
    expect(hidden.length).toBeGreaterThan(0)
    // Whether a person can be asked is known of a run, not of the policy.
    for (const { name, ...removal } of hidden.filter((tool) => tool.name !== 'ask.user')) {
      expect(drawbridge.policy.explainTool(name, { role: 'main' }, {})).toMatchObject({ removal })
    }
  })

  test('of an agent has the lists and rules of that agent', async () => {
    await using drawbridge = await open({ agents: { a: { tools: { allow: ['fs.read_file'] } } } })
    const names = (agent: string) =>
      drawbridge.openSession({ principal: { agent } }).snapshot.tools.map(({ name }) => name)
    expect(names('a')).toEqual(['artifact.read', 'fs.read_file'])
    expect(() => names('b')).toThrow('the agent "b" does not exist')
    await using named = await open({ agents: { a: {} } }, { agents: { allowUnknown: true } })
    expect(named.openSession({ principal: { agent: 'b' } }).snapshot.tools.length).toBeGreaterThan(5)
  })

  test('is narrowed by its request, its ceilings and its mode', async () => {
    await using drawbridge = await open({})
    const { workspace } = drawbridge
    const ceilings = [
      compileCeiling({ name: 'session', tools: ['fs.*', 'artifact.read'] }, { workspace, userHome: root }),
    ]
    const session = drawbridge.openSession({
      ceilings,
      mode: 'plan',
      scope: { requestAllow: ['fs.read_file', 'fs.edit', 'web.fetch'] },
    })
    expect(session.snapshot.tools.map(({ name }) => name)).toEqual(['artifact.read', 'fs.read_file'])
    const child = session.openRun({
      mode: 'accept-edits',
      ceilings: inheritedCeilings('parent', { mode: 'plan', ceilings }),
    })
    expect(child.snapshot.find('fs.edit')).toBeUndefined()
  })

  test.each<[string, DrawbridgeOptions, SessionOptions, (run: string) => SessionOptions]>([
    ['a session in plan', {}, { mode: 'plan' }, () => ({ mode: 'bypass' })],
    ['a session in plan, with ceilings of its own', {}, { mode: 'plan' }, () => ({ mode: 'bypass', ceilings: [] })],
    [
      'a Drawbridge in plan, as a child',
      { authority: { mode: 'plan' } },
      {},
      () => ({ mode: 'bypass', principal: { role: 'sub' } }),
    ],
    ['a run in plan', {}, {}, (run) => ({ mode: 'bypass', principal: { role: 'sub', parents: [{ run }] } })],
  ])('opened with bypass below %s changes nothing', async (_what, drawbridge, options, child) => {
    await using opened = await open({ permissions: { allowBypass: true } }, drawbridge)
    const session = opened.openSession(options)
    const run = session.openRun({ mode: 'plan' }).principal.run
    const outcome = await session.openRun(child(run)).call(write)
    expect(outcome).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining('plan') })
    expect(existsSync(join(opened.workspace, 'docs/a.md'))).toBe(false)
  })

  test('gets the mode bypass only where the operator allows it', async () => {
    await using strict = await open({})
    expect(() => strict.openSession({ mode: 'bypass' })).toThrow(/allowBypass/)
    await using lenient = await open({ permissions: { allowBypass: true } })
    expect(await lenient.openSession({ mode: 'bypass' }).call(write)).toMatchObject({ status: 'ok' })
  })

  test('explains every tool by the steps that it went through', async () => {
    await using drawbridge = await open({ tools: { deny: ['fs.*'] } })
    expect(drawbridge.policy.explainTool('fs.edit', { role: 'main' }, {})).toMatchObject({
      removal: { reason: 'deny names it by "fs.*"' },
      notes: [{ step: 'deny', did: 'denied' }],
    })
  })
})

test('an operator sets limits, roots and secrets', async () => {
  const outside = join(root, 'shared')
  mkdirSync(outside)
  const secret = ['s3cr', 'et-v4lue'].join('')
  await using drawbridge = await open({
    permissions: { writeRoots: [outside], rules: [{ tools: 'fs.write_file', then: 'allow' }] },
    limits: { calls: { burst: 2, perSecond: 0.001 } },
    scrub: { values: [secret], patterns: [{ id: 'ticket', pattern: 'TICKET-[0-9]+' }] },
  })
  const session = drawbridge.openSession()
  const path = join(outside, 'a.md')
  expect(
    await session.call({ name: 'fs.write_file', arguments: { path, content: `${secret} TICKET-42` } }),
  ).toMatchObject({ status: 'ok' })
  const read = await session.call({ name: 'fs.read_file', arguments: { path } })
  expect(JSON.stringify(read)).not.toMatch(new RegExp(`${secret}|TICKET-42`))
  expect(await session.call({ name: 'fs.read_file', arguments: { path } })).toMatchObject({ code: 'rate_limited' })
})
