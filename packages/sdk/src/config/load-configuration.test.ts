import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skillsRoom } from '@drawbridge/skills'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSections } from '../room/room-sections.ts'
import { type ConfigFolders, createFolders } from './__fixtures__/folders.ts'
import { type ConfigSources, loadConfiguration } from './load-configuration.ts'

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

const load = (sources: Partial<ConfigSources> = {}) =>
  loadConfiguration({ home: folders.home, workspace: folders.workspace, environment: {}, ...sources })

const reference = (text: string) => `$\{${text}}`

/** `line:column message` of every problem. */
const problemsOf = (sources: Partial<ConfigSources> = {}) => {
  const loaded = load(sources)
  return loaded.status === 'loaded'
    ? []
    : loaded.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

test('a project adds to a list of the operator and cannot shorten it', async () => {
  const sections = await loadSections([skillsRoom])
  folders.operator('{ "skills": { "disabled": ["deploy"] } }')
  const disabled = () => {
    const loaded = load({ sections })
    return loaded.status === 'loaded' ? loaded.configuration.rooms.get('skills') : loaded
  }
  folders.project('{ "skills": { "disabled": [] } }')
  expect(disabled()).toEqual({ disabled: ['deploy'] })
  folders.project('{ "skills": { "disabled": ["deploy", "publish"] } }')
  expect(disabled()).toEqual({ disabled: ['deploy', 'publish'] })
})

describe('a configuration file', () => {
  test('is absent where a sandbox holds its place by an empty folder, and no other folder is taken for that', () => {
    mkdirSync(join(folders.workspace, 'drawbridge.jsonc'))
    expect(load()).toMatchObject({ status: 'loaded', configuration: { layers: [] } })
    writeFileSync(join(folders.workspace, 'drawbridge.jsonc', 'x'), '')
    expect(problemsOf()).toEqual(['1:1 This is not a file.'])
  })

  test('may be absent, empty, or hold comments and trailing commas', () => {
    expect(load()).toMatchObject({ status: 'loaded', configuration: { layers: [] } })
    folders.operator('')
    folders.project('\uFEFF// nothing yet\n{ "tools": { "deny": ["fs.delete",], }, /* more later */ }')
    expect(load()).toMatchObject({
      status: 'loaded',
      configuration: { layers: [{ config: {} }, { config: { tools: { deny: ['fs.delete'] } } }] },
    })
  })

  test.each([
    [
      'a section that does not exist',
      '{\n  "tool": {}\n}',
      '2:3 The section "tool" does not exist. Did you mean "tools"?',
    ],
    [
      'a key that does not exist',
      '{ "tools": {\n "denny": [] } }',
      '2:2 "tools" has no key "denny". Did you mean "deny"?',
    ],
    [
      'a key in a record',
      '{ "tools": { "byProvider": { "p": { "profil": "x" } } } }',
      '1:37 "tools.byProvider.p" has no key "profil". Did you mean "profile"?',
    ],
    [
      'a key of a rule',
      '{ "permissions": { "rules": [\n{ "tools": "*", "then": "ask", "wen": {} }] } }',
      '2:32 "permissions.rules.0" has no key "wen". Did you mean "when" or "then"?',
    ],
    [
      'a key without a neighbour',
      '{ "artifacts": { "x": 1 } }',
      '1:18 "artifacts" has no key "x". Valid: maxArtifactBytes, maxSessionBytes, retentionMs.',
    ],
    [
      'a word that does not exist',
      '{ "permissions": { "mode": "plann" } }',
      '1:28 "permissions.mode" cannot be "plann". Did you mean "plan"?',
    ],
    [
      'a group of commands',
      '{ "shell": { "groups": { "privilige": "deny" } } }',
      '1:26 "shell.groups" has no key "privilige". Did you mean "privilege"?',
    ],
    [
      'a word in a list of alternatives',
      '{ "permissions": { "rules": [{ "tools": "*", "then": "deny", "when": { "access": ["reed"] } }] } }',
      '1:83 "permissions.rules.0.when.access.0" cannot be "reed". Did you mean "read"?',
    ],
    ['a text in place of a list', '{ "tools": { "allow": "fs.*" } }', '1:23 "tools.allow" must be a list, not a text.'],
    ['a list in place of an object', '{ "tools": [] }', '1:12 "tools" must be an object, not a list.'],
    [
      'a number in place of one or more texts',
      '{ "permissions": { "rules": [{ "tools": 3, "then": "ask" }] } }',
      '1:41 "permissions.rules.0.tools" must be one value or a list of them, not a number.',
    ],
    [
      'a value that is missing',
      '{ "permissions": { "rules": [{ "tools": "*" }] } }',
      '1:30 "permissions.rules.0.then" is missing. Valid: allow, ask, deny.',
    ],
    [
      'a limit out of bounds',
      '{ "limits": { "calls": { "burst": 0 } } }',
      '1:35 "limits.calls.burst" must be at least 1.',
    ],
    [
      'an id of a rule that would draw on the screen',
      '{ "permissions": { "rules": [{ "id": "a\\u001b[2Kb", "tools": "*", "then": "ask" }] } }',
      '1:38 "permissions.rules.0.id"',
    ],
    ['an empty text', '{ "tools": { "deny": [""] } }', '1:23 "tools.deny.0" must be at least 1 character long.'],
    ['a key that is given twice', '{ "tools": {}, "tools": {} }', '1:16 The key "tools" is given twice.'],
    ['a key that no object should have', '{ "agents": { "__proto__": {} } }', '1:15 "__proto__" cannot be a key.'],
    [
      'a relative root',
      '{ "permissions": { "writeRoots": ["data"] } }',
      '1:35 The folder "data" must be absolute or below "~/".',
    ],
    ['text after its end', '{} {}', '1:4 Invalid JSON: end of file expected.'],
    ['a comma too few', '{ "tools": {}\n "agents": {} }', '2:2 Invalid JSON: comma expected.'],
    [
      'lines that end in three ways',
      '{\r\n"tools": {},\r"agents": {},\n"x": 1 }',
      '4:1 The section "x" does not exist',
    ],
    ['no object at all', '[]', '1:1 The configuration must be an object, not a list.'],
    [
      'a reference to what is not set',
      `{ "scrub": { "values": ["${reference('env:NOT_SET')}"] } }`,
      '1:25 The environment has no variable "NOT_SET".',
    ],
    [
      'a reference of another kind',
      `{ "scrub": { "values": ["${reference('file:x')}"] } }`,
      `1:25 "${reference('file:x')}" is not a valid reference. Write ${reference('env:NAME')} for a variable of the environment`,
    ],
    [
      'a secret in the arguments of a process',
      `{ "hooks": [{ "event": "PreToolUse", "command": ["check",\n"${reference('secret:KNOWN')}"] }] }`,
      `2:1 "${reference('secret:KNOWN')}" would appear in the arguments of a process`,
    ],
  ])('with %s tells its line, its column and what to write', (_, text, problem) => {
    folders.operator(text)
    expect(problemsOf()).toContainEqual(expect.stringContaining(problem))
  })

  test('tells of every problem at once, in order', () => {
    folders.operator('{ "permissions": { "mode": "x" },\n"tools": { "a": 1, "b": 2 } }')
    expect(problemsOf().map((problem) => problem.split(' ', 1)[0])).toEqual(['1:28', '2:12', '2:20'])
  })

  test('resolves references to the environment', () => {
    const token = ['tok', 'en-', '12345'].join('')
    folders.operator(`{ "scrub": { "values": ["${reference('env:TOKEN')}"] } }`)
    expect(load({ environment: { TOKEN: token } })).toMatchObject({ configuration: { scrub: { values: [token] } } })
  })

  test('nested deeper than any stack is a problem like every other', () => {
    folders.operator(`{ "tools": \n${'['.repeat(100_000)}`)
    expect(problemsOf()).toEqual(['2:64 The nesting is deeper than 64 levels.'])
  })

  test.each(['operatorFile', 'projectFile'] as const)(
    'that is a link to nowhere is not as good as none: %s',
    (file) => {
      symlinkSync('nowhere', folders[file])
      expect(problemsOf()).toEqual(['1:1 This is a link to a missing file.'])
    },
  )

  test('that is named must be there, and be a file', () => {
    expect(problemsOf({ config: join(folders.home, 'other.jsonc') })).toEqual(['1:1 The file does not exist.'])
    writeFileSync(join(folders.home, 'x'), '')
    expect(problemsOf({ config: folders.home })).toEqual(['1:1 This is not a file.'])
  })

  test('that is named takes the place of the one in the home', () => {
    folders.operator('{ "tools": { "deny": ["a.b"] } }')
    const file = join(folders.home, 'other.jsonc')
    writeFileSync(file, '{ "tools": { "profile": "minimal" } }')
    expect(load({ config: file })).toMatchObject({
      configuration: { layers: [{ config: { tools: { profile: 'minimal' } } }] },
    })
  })

  test('of one layer that is wrong leaves nothing of the others', () => {
    folders.operator('{ "tools": { "profile": "coding" } }')
    folders.project('{ "tols": {} }')
    expect(load()).not.toHaveProperty('configuration')
  })
})

describe('a project file', () => {
  const elsewhere = "Put it in the operator's file (drawbridge.jsonc in the data folder, or --config)."

  test('may deny, ask, narrow and lower', () => {
    folders.project(`{
      "tools": { "allow": ["fs.*"], "deny": ["fs.delete"], "byProvider": { "p": { "allow": [] } } },
      "agents": { "a": { "tools": { "deny": ["*"] }, "permissions": { "rules": [{ "tools": "*", "then": "ask" }] } } },
      "permissions": { "rules": [{ "tools": "*", "then": "deny" }], "sensitive": ["customers/**"] },
      "limits": { "calls": { "burst": 5 }, "concurrentPerTool": { "fs.glob": 1 }, "windows": { "session": { "calls": 9, "perMs": 1000 } } },
      "artifacts": { "retentionMs": 1000 },
      "tests": [],
    }`)
    expect(load()).toMatchObject({
      status: 'loaded',
      configuration: { limits: { calls: { burst: 5, perSecond: 10 } }, artifacts: { retentionMs: 1000 } },
    })
  })

  test.each([
    ['"tools": { "profile": "full" }', '"tools.profile"'],
    ['"tools": { "alsoAllow": ["*"] }', '"tools.alsoAllow"'],
    ['"tools": { "byProvider": { "p": { "alsoAllow": [] } } }', '"tools.byProvider.p.alsoAllow"'],
    ['"agents": { "a": { "tools": { "alsoAllow": [] } } }', '"agents.a.tools.alsoAllow"'],
    ['"agents": { "a": { "permissions": { "byRisk": { "safe": "allow" } } } }', '"agents.a.permissions.byRisk"'],
    ['"permissions": { "mode": "bypass" }', '"permissions.mode"'],
    ['"permissions": { "allowBypass": true }', '"permissions.allowBypass"'],
    ['"permissions": { "writeRoots": ["/"] }', '"permissions.writeRoots"'],
    ['"network": { "allowed": ["*"] }', '"network"'],
    ['"shell": { "safe": ["rm"] }', '"shell.safe"'],
    ['"scrub": { "values": [] }', '"scrub"'],
    ['"limits": { "shared": false }', '"limits.shared"'],
    ['"approvals": { "waitSeconds": 5 }', '"approvals"'],
  ])('may not set %s', (text, key) => {
    folders.project(`{ ${text} }`)
    expect(problemsOf()).toEqual([
      expect.stringContaining(`A project file cannot set ${key}: it could widen what is allowed. ${elsewhere}`),
    ])
  })

  test.each([
    ['"permissions": { "rules": [{ "tools": "*", "then": "allow" }] }', 'A project file can only deny or ask.'],
    [
      '"agents": { "a": { "permissions": { "rules": [{ "tools": "*", "then": "allow" }] } } }',
      'A project file can only deny or ask.',
    ],
    ['"permissions": { "sensitive": ["!**/.env"] }', 'A project file can only add to the sensitive paths.'],
    ['"limits": { "calls": { "burst": 21 } }', '"limits.calls.burst" is 20 without it.'],
    ['"artifacts": { "maxArtifactBytes": 999999999999 }', '"artifacts.maxArtifactBytes" is 67108864 without it.'],
    [`"tools": { "deny": ["${reference('env:HOME')}"] }`, 'A project file cannot read the environment'],
  ])('may not widen by %s', (text, message) => {
    folders.project(`{ ${text} }`)
    expect(problemsOf()).toEqual([expect.stringContaining(message)])
  })

  test('is measured by the limits of the operator', () => {
    folders.operator(
      '{ "limits": { "calls": { "burst": 3 }, "windows": { "session": { "calls": 10, "perMs": 1000 } } } }',
    )
    folders.project('{ "limits": { "calls": { "burst": 4 }, "windows": { "session": { "calls": 10, "perMs": 10 } } } }')
    expect(problemsOf()).toHaveLength(2)
  })

  test('that is the same file as the operator is not held against itself', () => {
    folders.operator('{ "permissions": { "mode": "plan" } }')
    symlinkSync(folders.operatorFile, folders.projectFile)
    expect(load()).toMatchObject({ status: 'loaded', configuration: { layers: [{ kind: 'operator' }] } })
  })
})
