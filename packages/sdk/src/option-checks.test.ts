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
    useConfig: 'config' in options,
    ...options,
  } as DrawbridgeOptions)

describe('createDrawbridge', () => {
  test.each<[object, string]>([
    [
      { sandbox: true },
      'options.sandbox must be an object, not true. Did you mean sandbox: { section: { mode: "all" } }?',
    ],
    [{ sandbox: 'off' }, 'not "off". Did you mean sandbox: { section: { mode: "off" } }?'],
    [{ sandbox: false }, 'options.sandbox must be an object, not false. Write sandbox: { enabled: false }.'],
    [{ sandbox: { mode: 'all' } }, 'options.sandbox has no "mode". Write sandbox: { section: { mode } }.'],
    [{ sandbox: { backend: 'docker' } }, 'Write sandbox: { section: { backend: "docker" } }.'],
    [{ sandbox: { section: { mode: 'al' } } }, 'options.sandbox.section.mode cannot be "al". Did you mean "all"?'],
    [{ sandbox: { section: { modes: 'all' } } }, 'options.sandbox.section has no "modes". Did you mean "mode"?'],
    [
      { sandbox: { section: { network: 'nonne' } } },
      'options.sandbox.section.network cannot be "nonne". Did you mean "none"?',
    ],
    [{ sandbox: { section: { network: { allowed: [] } } } }, 'network has no "allowed". Did you mean "allow"?'],
    [{ sandbox: { section: { required: ['disk'] } } }, 'options.sandbox.section.required[0] cannot be "disk".'],
    [{ config: false }, 'options.config must be an object, not false. Write useConfig: false.'],
    [{ config: 'policy.jsonc' }, 'For a file write configFile: "policy.jsonc".'],
    [{ config: {}, configFile: 'policy.jsonc' }, 'options has both "config" and "configFile".'],
    [{ tools: [] }, 'options.tools must be an object, not a list. Write tools: { own: […] }.'],
    [{ tools: { builtin: false } }, 'options.tools has no "builtin". Did you mean "builtIn"?'],
    [{ mode: 'plan' }, 'options has no "mode". Write authority: { mode }.'],
    [{ approvers: [] }, 'options has no "approvers". Write authority: { approvers }.'],
    [{ approvals: 'desk' }, 'options has no "approvals". Write authority: { desk: true }.'],
    [{ secrets: ['x'] }, 'options has no "secrets". Write scrub: { secrets }.'],
    [{ allowUnknownAgents: true }, 'options has no "allowUnknownAgents". Write agents: { allowUnknown: true }.'],
    [{ autority: {} }, 'options has no "autority". Did you mean "authority"?'],
    [{ authority: { mode: 'Plan' } }, 'options.authority.mode cannot be "Plan". Did you mean "plan"?'],
    [{ authority: { mode: 'readonly' } }, 'options.authority.mode cannot be "readonly". Valid: "default", "plan"'],
    [
      { authority: { readScope: 'Workspace' } },
      'options.authority.readScope cannot be "Workspace". Did you mean "workspace"?',
    ],
    [{ authority: { aprovers: [] } }, 'options.authority has no "aprovers". Did you mean "approvers"?'],
    [{ authority: { approvers: { ask: () => [] } } }, 'options.authority.approvers must be a list'],
    [{ authority: { approvers: () => [] } }, 'must be a list, not a function. Write authority: { createApprovers }.'],
    [
      { authority: { approvers: [{ id: 'x', human: 'yes', ask: () => [] }] } },
      'approvers[0].human must be true or false',
    ],
    [{ authority: { desk: 'yes' } }, 'options.authority.desk must be true or false, not "yes".'],
    [
      { authority: { hooks: { preToolUSe: [] } } },
      'options.authority.hooks has no "preToolUSe". Did you mean "preToolUse"',
    ],
    [
      { authority: { hooks: { preToolUse: [{ name: 'x' }] } } },
      'options.authority.hooks.preToolUse[0].run is missing.',
    ],
    [
      { settings: { approvalTimeout: 3 } },
      'options.settings has no "approvalTimeout". Did you mean "approvalTimeoutMs"?',
    ],
    [
      { settings: { automaticApprovals: 'allways' } },
      'options.settings.automaticApprovals cannot be "allways". Did you mean "always"?',
    ],
    [
      { authority: { limiting: 'configurd' } },
      'options.authority.limiting cannot be "configurd". Did you mean "configured"?',
    ],
    [
      { authority: { limits: 'configured' } },
      'options.authority.limits must be an object, not "configured". Did you mean limiting: "configured"?',
    ],
    [
      { authority: { limits: false } },
      'options.authority.limits must be an object, not false. Did you mean limiting: "off"?',
    ],
    [{ authority: { limits: { call: {} } } }, 'options.authority.limits has no "call". Did you mean "calls"?'],
    [{ authority: { limits: { calls: { burst: '3', perSecond: 1 } } } }, 'limits.calls.burst must be a number'],
    [{ authority: { limits: { windows: { sesion: {} } } } }, 'limits.windows has no "sesion". Did you mean "session"?'],
    [{ record: false }, 'options.record cannot be false. Valid: "database", "files", "off". Did you mean "off"?'],
    [{ withoutBuiltInTools: true }, 'options has no "withoutBuiltInTools". Write tools: { builtIn: false }.'],
    [{ record: 'file' }, 'options.record cannot be "file". Did you mean "files"?'],
    [{ scrub: { serverAddresses: 'Auto' } }, 'options.scrub.serverAddresses cannot be "Auto". Did you mean "auto"?'],
    [{ tools: { web: { hosts: { allowedHosts: [] } } } }, 'options.tools.web.hosts has no "allowedHosts".'],
    [{ tools: { web: { search: [{ type: 'google' }] } } }, 'options.tools.web.search[0].type cannot be "google".'],
    [{ authority: { readRoots: '/x' } }, 'options.authority.readRoots must be a list'],
    [{ agents: { stroe: {} } }, 'options.agents has no "stroe". Did you mean "store"?'],
    [{ scrub: { secrets: 'x' } }, 'options.scrub.secrets must be a list'],
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
    await using named = await open({ agent: 'suport', agents: { allowUnknown: true } })
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
