import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DrawbridgeConfig } from '../config/sections.ts'
import { createDrawbridge } from '../create-drawbridge.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-defaults-')))
  mkdirSync(join(root, 'workspace/src'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function explain(name: string, input: Readonly<Record<string, unknown>>, config: DrawbridgeConfig = {}) {
  const options = { home: join(root, 'home'), workspace: join(root, 'workspace'), record: 'off', config } as const
  await using drawbridge = await createDrawbridge(options)
  return drawbridge.openSession().explain({ name, arguments: input })
}
const verdictOn = async (...call: Parameters<typeof explain>) => (await explain(...call)).decision?.verdict

describe('a search of the web', () => {
  test('is asked, since a query tells others something', async () => {
    expect((await explain('web.search', { query: 'x' })).decision).toMatchObject({
      verdict: 'ask',
      rule: 'default.network',
    })
  })

  test.each<[string, DrawbridgeConfig]>([
    ['its hosts are allowed', { network: { allowed: ['*.duckduckgo.com'] } }],
    ['a rule allows the tool', { permissions: { rules: [{ tools: 'web.search', then: 'allow' }] } }],
    [
      'a rule allows the host',
      { permissions: { rules: [{ tools: '*', when: { host: '*.duckduckgo.com' }, then: 'allow' }] } },
    ],
  ])('goes out where %s', async (_why, config) => {
    expect(await verdictOn('web.search', { query: 'x' }, config)).toBe('allow')
  })
})

test.each([
  ['fs.search', { query: 'x', path: '/usr' }],
  ['fs.glob', { pattern: '*.conf', path: '/etc' }],
  ['fs.list_files', { path: '/usr/share', recursive: true }],
  ['runtime.exec', { command: 'grep -r x /usr' }],
  ['runtime.exec', { command: 'find /usr -name x' }],
])('%s %o is asked: a search of what lies outside', async (name, input) => {
  expect(await verdictOn(name, input)).toBe('ask')
})

test.each([
  ['fs.read_file', { path: '/etc/hostname' }],
  ['fs.list_files', { path: '/usr/share' }],
  ['fs.search', { query: 'x', path: 'src' }],
])('%s %o is free', async (name, input) => {
  expect(await verdictOn(name, input)).toBe('allow')
})

test.each([
  ['runtime.run_command', { argv: ['ls'], cwd: '/usr' }],
  ['runtime.exec', { command: 'ls', workdir: '/usr' }],
])('%s %o is asked: it runs outside of the workspace', async (name, input) => {
  expect(await verdictOn(name, input)).toBe('ask')
  const { cwd: _, workdir: __, ...rest } = input as Record<string, unknown>
  expect(await verdictOn(name, rest)).toBe('allow')
})

describe('a tool that a rule removed', () => {
  const config: DrawbridgeConfig = { tools: { deny: ['fs.delete'] } }

  test.each(['fs.delete', 'fs__delete', 'fs.delet', 'fs.Delete'])(
    'is told by the name %s with the rule',
    async (name) => {
      const { failure, ends, available } = await explain(name, { path: 'a' }, config)
      expect({ ends, available }).toEqual({ ends: 'failed', available: false })
      expect(failure?.message).toContain('options.config.tools.deny.0')
    },
  )

  test('does not stand in the way of what resembles a tool that is there', async () => {
    const { failure } = await explain('fs.raed_file', {}, config)
    expect(failure?.message).toContain('Did you mean "fs')
  })
})

test('a configuration that names built-in tools opens where a command works without them', async () => {
  const config: DrawbridgeConfig = {
    tools: { profile: 'coding', deny: ['fs.delete', 'group:web'], alsoAllow: ['runtime.credentialed_exec'] },
    permissions: { rules: [{ tools: ['fs.edit', 'web.*'], then: 'deny' }] },
  }
  await using drawbridge = await createDrawbridge({
    home: join(root, 'home'),
    workspace: join(root, 'workspace'),
    record: 'off',
    tools: { builtIn: false },
    config,
  })
  expect(drawbridge.openSession().snapshot.tools).toEqual([])
  const faulty = createDrawbridge({
    home: join(root, 'home'),
    workspace: join(root, 'workspace'),
    record: 'off',
    tools: { builtIn: false },
    config: { tools: { deny: ['fs.delet'] } },
  })
  await expect(faulty).rejects.toThrow('fs.delete')
})
