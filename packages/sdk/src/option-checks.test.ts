import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDrawbridge } from './create-drawbridge.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { agentSessionOptionsCheck, drawbridgeOptionsCheck, sessionOptionsCheck } from './option-checks.ts'

const root = mkdtempSync(join(tmpdir(), 'drawbridge-options-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = (options: object) =>
  createDrawbridge({
    workspace: root,
    home: join(root, 'home'),
    record: 'off',
    config: false,
    ...options,
  } as DrawbridgeOptions)

describe('createDrawbridge', () => {
  test.each<[object, string]>([
    [
      { sandbox: true },
      'options.sandbox must be false or an object such as { mode: "all" }, not true. Did you mean { mode: "all" }?',
    ],
    [{ sandbox: 'all' }, 'not "all". Did you mean { mode: "all" }?'],
    [{ sandbox: { mode: 'al' } }, 'options.sandbox.mode cannot be "al". Did you mean "all"?'],
    [{ sandbox: { modes: 'all' } }, 'options.sandbox has no "modes". Did you mean "mode"?'],
    [{ sandbox: { network: 'nonne' } }, 'options.sandbox.network cannot be "nonne". Did you mean "none"?'],
    [{ sandbox: { network: { allowed: [] } } }, 'options.sandbox.network has no "allowed". Did you mean "allow"?'],
    [{ sandbox: { required: ['disk'] } }, 'options.sandbox.required[0] cannot be "disk".'],
    [{ mode: 'Plan' }, 'options.mode cannot be "Plan". Did you mean "plan"?'],
    [{ mode: 'readonly' }, 'options.mode cannot be "readonly". Valid: "default", "plan"'],
    [{ readScope: 'Workspace' }, 'options.readScope cannot be "Workspace". Did you mean "workspace"?'],
    [{ aprovers: [] }, 'options has no "aprovers". Did you mean "approvers"?'],
    [{ approvers: { ask: () => [] } }, 'options.approvers must be a list'],
    [{ approvers: [{ id: 'x', human: 'yes', ask: () => [] }] }, 'options.approvers[0].human must be true or false'],
    [{ approvals: 'Desk' }, 'options.approvals cannot be "Desk". Did you mean "desk"?'],
    [{ hooks: { preToolUSe: [] } }, 'options.hooks has no "preToolUSe". Did you mean "preToolUse"'],
    [{ hooks: { preToolUse: [{ name: 'x' }] } }, 'options.hooks.preToolUse[0].run is missing.'],
    [
      { settings: { approvalTimeout: 3 } },
      'options.settings has no "approvalTimeout". Did you mean "approvalTimeoutMs"?',
    ],
    [
      { settings: { automaticApprovals: 'allways' } },
      'options.settings.automaticApprovals cannot be "allways". Did you mean "always"?',
    ],
    [{ limiting: 'configurd' }, 'options.limiting cannot be "configurd". Did you mean "configured"?'],
    [
      { limits: 'configured' },
      'options.limits must be an object, not "configured". Did you mean limiting: "configured"?',
    ],
    [{ limits: false }, 'options.limits must be an object, not false. Did you mean limiting: "off"?'],
    [{ limits: { call: {} } }, 'options.limits has no "call". Did you mean "calls"?'],
    [{ limits: { calls: { burst: '3', perSecond: 1 } } }, 'options.limits.calls.burst must be a number'],
    [{ limits: { windows: { sesion: {} } } }, 'options.limits.windows has no "sesion". Did you mean "session"?'],
    [{ record: false }, 'options.record cannot be false. Valid: "database", "files", "off". Did you mean "off"?'],
    [{ withoutBuiltInTools: true }, 'options has no "withoutBuiltInTools". Write builtInTools: false.'],
    [{ record: 'file' }, 'options.record cannot be "file". Did you mean "files"?'],
    [{ scrub: { serverAddresses: 'Auto' } }, 'options.scrub.serverAddresses cannot be "Auto". Did you mean "auto"?'],
    [{ web: { hosts: { allowedHosts: [] } } }, 'options.web.hosts has no "allowedHosts".'],
    [{ web: { search: [{ type: 'google' }] } }, 'options.web.search[0].type cannot be "google".'],
    [{ readRoots: '/x' }, 'options.readRoots must be a list'],
    [{ agents: { stroe: {} } }, 'options.agents has no "stroe". Did you mean "store"?'],
    [{ secrets: 'x' }, 'options.secrets must be a list'],
  ])('refuses %j', async (options, message) => {
    const error = { code: 'invalid_option', message: expect.stringContaining(message) }
    await expect(open(options)).rejects.toMatchObject(error)
  })

  test('refuses an agent that neither configuration nor store knows, unless it is to be a name and no more', async () => {
    const config = { agents: { support: { tools: { allow: ['fs.read_file'] } } } }
    const unknown = {
      code: 'invalid_option',
      message: expect.stringContaining('the agent "suport" does not exist. Did you mean "support"?'),
    }
    await expect(open({ config, agent: 'suport' })).rejects.toMatchObject(unknown)
    await expect(open({ agent: 'suport' })).rejects.toMatchObject({ code: 'invalid_option' })
    await using plain = await open({})
    expect(() => plain.openSession({ principal: { agent: 'suport' } })).toThrow('the agent "suport" does not exist')
    expect(plain.openSession().principal.agent).toBeUndefined()
    await using named = await open({ agent: 'suport', allowUnknownAgents: true })
    expect(named.openSession().principal.agent).toBe('suport')
    expect(named.openSession({ principal: { agent: 'other' } }).principal.agent).toBe('other')
    await using drawbridge = await open({ config, agent: 'support' })
    expect(() => drawbridge.openSession({ principal: { agent: 'suport' } })).toThrow(expect.objectContaining(unknown))
    expect(drawbridge.openSession().principal.agent).toBe('support')
  })
})

describe('a session', () => {
  test.each<[object, string]>([
    [{ mode: 'Plan' }, 'options.mode cannot be "Plan". Did you mean "plan"?'],
    [{ aprovers: [] }, 'options has no "aprovers". Did you mean "approvers"?'],
    [{ principal: { rol: 'sub' } }, 'options.principal has no "rol". Did you mean "role"'],
    [{ principal: { role: 'Sub' } }, 'options.principal.role cannot be "Sub". Did you mean "sub"?'],
    [{ principal: { parents: ['r1'] } }, 'options.principal.parents[0] must be an object'],
    [{ scope: { requestAlow: [] } }, 'options.scope has no "requestAlow". Did you mean "requestAllow"?'],
    [{ dialect: 'safe' }, 'options.dialect must be an object'],
  ])('refuses %j, and so do its runs', async (options, message) => {
    await using drawbridge = await open({})
    expect(() => drawbridge.openSession(options)).toThrow(message)
    const session = drawbridge.openSession()
    expect(() => session.openRun(options)).toThrow(message)
    expect(() => session.openDetachedRun(options)).toThrow(message)
    await expect(drawbridge.openAgentSession({ agent: 'x', ...options })).rejects.toThrow(message)
  })
})

test('every option of every type is known by its name and by no other', () => {
  for (const check of [drawbridgeOptionsCheck, sessionOptionsCheck, agentSessionOptionsCheck]) {
    const known = /Valid: (.*)\.$/.exec(check({ zzzzzzzzzzzz: 1 }, 'options') ?? '')?.[1]?.split(', ') ?? []
    expect(known.length).toBeGreaterThan(8)
    for (const name of known) expect(check({ [`${name}X`]: 1 }, 'options')).toContain(`"${name}"`)
  }
})
