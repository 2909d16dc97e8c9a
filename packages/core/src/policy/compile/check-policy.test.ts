import { describe, expect, test } from 'vitest'
import { layerOf } from '../__fixtures__/policies.ts'
import { allTools } from '../__fixtures__/tools.ts'
import type { PolicyConfig } from '../section/policy-config.ts'
import { catalogueOf } from './catalogue.ts'
import { checkPolicy } from './check-policy.ts'

const check = (config: PolicyConfig) => {
  const { problems, warnings } = checkPolicy([layerOf(config)], catalogueOf(allTools))
  const text = ({ path, message }: (typeof problems)[number]) => `${path.join('.')}: ${message}`
  return { problems: problems.map(text), warnings: warnings.map(text) }
}

describe('a name that does not exist is a problem that tells the nearest one', () => {
  test.each<[PolicyConfig, string]>([
    [
      { tools: { deny: ['fs.raed_file'] } },
      'tools.deny.0: The tool "fs.raed_file" does not exist. Did you mean "fs.read_file"',
    ],
    [{ tools: { allow: ['group:filesystem', 'group:fs'] } }, 'tools.allow.0: The group "filesystem" does not exist.'],
    [{ tools: { allow: ['grup:fs'] } }, 'tools.allow.0: The tool "grup:fs" does not exist. Did you mean "group:fs"'],
    [
      { tools: { alsoAllow: ['tag:netwrok'] } },
      'tools.alsoAllow.0: The tag "netwrok" does not exist. Did you mean "network"?',
    ],
    [{ tools: { allow: ['fss.*'] } }, 'tools.allow.0: No tool matches "fss.*". Did you mean "fs"'],
    [{ tools: { deny: ['fs.delet_*'] } }, 'tools.deny.0: No tool matches "fs.delet_*". Did you mean "fs.delete"'],
    [{ tools: { profile: 'codign' } }, 'tools.profile: The profile "codign" does not exist. Did you mean "coding"?'],
    [
      { tools: { byProvider: { p: { profile: 'x', deny: ['y.z'] } } } },
      'tools.byProvider.p.profile: The profile "x" does not exist.',
    ],
    [
      { tools: { profiles: { full: [] } } },
      'tools.profiles.full: The profile "full" is built in. Choose another name.',
    ],
    [
      { tools: { profiles: { mine: ['read_file'] } } },
      'tools.profiles.mine.0: The tool "read_file" does not exist. Did you mean "fs.read_file"',
    ],
    [
      { agents: { a: { tools: { deny: ['exec'] } } } },
      'agents.a.tools.deny.0: The tool "exec" does not exist. Did you mean "runtime.exec"',
    ],
    [
      { agents: { a: { tools: { byProvider: { p: { allow: ['x.y'] } } } } } },
      'agents.a.tools.byProvider.p.allow.0: The tool "x.y" does not exist.',
    ],
    [{ agents: { a: { suggestedTools: ['x.y'] } } }, 'agents.a.suggestedTools.0: The tool "x.y" does not exist.'],
    [
      { permissions: { rules: [{ tools: 'fs.reed_file', then: 'deny' }] } },
      'permissions.rules.0.tools: The tool "fs.reed_file" does not exist. Did you mean "fs.read_file"',
    ],
    [
      { permissions: { rules: [{ tools: ['*', 'x.y'], then: 'deny' }] } },
      'permissions.rules.0.tools.1: The tool "x.y" does not exist.',
    ],
  ])('%j', (config, problem) => {
    expect(check(config).problems).toContainEqual(expect.stringContaining(problem))
  })
})

describe('a rule that cannot mean anything is a problem', () => {
  test('about two kinds of targets', () => {
    const rules = [{ tools: '*', then: 'deny', when: { path: 'x', host: 'y.org' } }] as const
    expect(check({ permissions: { rules } }).problems).toEqual([
      'permissions.rules.0.when: A rule is about one kind of target, not "path" and "host". Write one rule for each.',
    ])
  })

  test('about a URL in place of a host', () => {
    const rules = [{ tools: '*', then: 'deny', when: { host: 'https://example.org' } }] as const
    expect(check({ permissions: { rules }, network: { denied: ['a b'] } }).problems).toHaveLength(2)
  })

  test.each(['git; rm x', 'git | rm', '  ', 'A=1 npm test', 'git push > x', 'git push*', 'npm run *:prod', '$X'])(
    'about no plain command: %s',
    (command) => {
      const rules = [{ tools: '*', then: 'deny', when: { command } }] as const
      const { problems } = check({ permissions: { rules }, shell: { safe: [command] } })
      expect(problems.map((problem) => problem.split(': ', 1)[0])).toEqual([
        'permissions.rules.0.when.command',
        'shell.safe.0',
      ])
    },
  )

  test('about no tool, or with a condition that conditions nothing', () => {
    const rules = [
      { tools: [], then: 'deny' },
      { tools: '*', then: 'allow', when: { input: {} } },
    ] as const
    expect(check({ permissions: { rules } }).problems).toEqual([
      expect.stringContaining('permissions.rules.0.tools: A rule without tools'),
      expect.stringContaining('permissions.rules.1.when.input: A condition without arguments'),
    ])
  })

  test('about paths that no real path is like', () => {
    const rules = [{ tools: '*', then: 'deny', when: { path: ['ok/**', '**/../x', '$HOME/x', '!secret/**'] } }] as const
    expect(check({ permissions: { rules, sensitive: ['!{a', '~root/x'] } }).problems).toEqual([
      expect.stringContaining('permissions.rules.0.when.path.1: The glob "**/../x" has ".."'),
      expect.stringContaining('permissions.rules.0.when.path.2: The glob "$HOME/x" has a variable'),
      expect.stringContaining('permissions.rules.0.when.path.3: The glob "!secret/**" excludes'),
      expect.stringContaining('permissions.sensitive.0: The glob "{a" has an invalid bracket'),
      expect.stringContaining('permissions.sensitive.1: The glob "~root/x" is in another user'),
    ])
  })

  test('with the id of another', () => {
    const rules = [
      { id: 'a', tools: '*', then: 'deny' },
      { id: 'a', tools: '*', then: 'ask' },
    ] as const
    expect(check({ permissions: { rules } }).problems).toEqual([
      'permissions.rules.1.id: Another rule of this list has the id "a".',
    ])
  })
})

describe('a name that may come later is a warning', () => {
  test.each(['mcp.slack.*', 'mcp.slack.post', 'custom.dns', 'local.x', 'group:mcp:slack'])('%s', (name) => {
    const { problems, warnings } = check({ tools: { deny: [name] } })
    expect(problems).toEqual([])
    expect(warnings).toHaveLength(1)
  })

  test('what is there is neither', () => {
    const names = [
      '*',
      'fs.*',
      'group:fs',
      'group:mcp',
      'group:mcp:github',
      'tag:network',
      'mcp.github.*',
      'fs.glob',
      'group:delegation',
      'group:custom',
      'group:local',
    ]
    expect(check({ tools: { deny: names } })).toEqual({ problems: [], warnings: [] })
  })
})
