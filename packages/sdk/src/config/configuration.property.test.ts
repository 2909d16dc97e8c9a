import type { Verdict } from '@drawbridge/core'
import { builtInPolicy, catalogueOf, compilePolicy, createPolicyAuthority } from '@drawbridge/core/policy'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import { type ConfigFolders, createFolders } from './__fixtures__/folders.ts'
import { builtInRegistry } from './check-policy-file.ts'
import { valueLayer } from './config-layer.ts'
import { parseConfig } from './parse-config.ts'

let folders: ConfigFolders
beforeEach(() => {
  folders = createFolders()
})
afterEach(() => folders[Symbol.dispose]())

const sound = `{
  // what a coding agent may do here
  "tools": { "profile": "coding", "deny": ["runtime.run_command"] },
  "permissions": {
    "rules": [
      { "id": "docs", "tools": "fs.write_file", "when": { "path": "docs/**", "access": ["write"] }, "then": "allow" },
      { "tools": ["group:fs"], "then": "ask", "reason": "Look first." },
    ],
  },
  "network": { "denied": ["*.example.net"] },
}`

describe('a broken configuration', () => {
  test('whatever is broken about it, is refused with a place inside the file, or is another sound one', () => {
    const mutation = fc.record({
      at: fc.nat(sound.length - 1),
      length: fc.nat(12),
      insert: fc.string({ maxLength: 8 }),
    })
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const text = mutations.reduce(
          (now, { at, length, insert }) => now.slice(0, at) + insert + now.slice(at + length),
          sound,
        )
        const parsed = parseConfig('drawbridge.jsonc', text, { environment: {}, secrets: new Map() })
        if (parsed.status === 'parsed') return
        const lines = text.split(/\r\n|\r|\n/)
        expect(parsed.problems.length).toBeGreaterThan(0)
        for (const { line, column, message } of parsed.problems) {
          expect(lines[line - 1]).toBeDefined()
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
          expect(message).not.toBe('')
        }
      }),
    )
  })

  test('with an unknown key anywhere is not applied', () => {
    const value = JSON.parse(sound.replaceAll(/\/\/.*|,(?=\s*[}\]])/g, '')) as object
    const places = objectsIn(value)
    fc.assert(
      fc.property(fc.constantFrom(...places.keys()), fc.stringMatching(/^[a-z]{3,10}X$/), (index, key) => {
        const copy = structuredClone(value)
        const place = objectsIn(copy)[index] as Record<string, unknown>
        place[key] = 1
        expect(parseConfig('f', JSON.stringify(copy), { environment: {}, secrets: new Map() }).status).toBe('refused')
      }),
    )
  })

  test('stops the start with its problems, and no part of it is in force', async () => {
    folders.operator(sound.replace('"deny"', '"denny"'))
    const start = createDrawbridge({ home: folders.home, workspace: folders.workspace })
    await expect(start).rejects.toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringMatching(/drawbridge\.jsonc:3:\d+: "tools" has no key "denny"/),
    })
  })

  test('that names tools which do not exist stops the start as well', async () => {
    folders.operator(sound.replace('runtime.run_command', 'runtime.run_comand'))
    const start = createDrawbridge({ home: folders.home, workspace: folders.workspace })
    await expect(start).rejects.toMatchObject({
      message: expect.stringContaining(
        'The tool "runtime.run_comand" does not exist. Did you mean "runtime.run_command"?',
      ),
    })
  })
})

describe('a project', () => {
  const entry = fc.constantFrom('*', 'fs.*', 'fs.edit', 'group:runtime', 'tag:write', 'fs.read_file')
  const rule = fc.record(
    {
      tools: entry,
      then: fc.constantFrom('ask', 'deny' as const),
      when: fc.constantFrom({ path: 'src/**' }, { access: 'write' as const }, { risk: 'safe' as const }),
    },
    { requiredKeys: ['tools', 'then'] },
  )
  const project = fc.record({
    tools: fc.record({ allow: fc.array(entry), deny: fc.array(entry) }, { requiredKeys: [] }),
    permissions: fc.record({ rules: fc.array(rule, { maxLength: 4 }) }, { requiredKeys: [] }),
  })
  const operator = fc.record({
    permissions: fc.record({
      rules: fc.array(fc.record({ tools: entry, then: fc.constantFrom('allow', 'ask', 'deny' as const) }), {
        maxLength: 4,
      }),
    }),
  })
  const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

  test('never widens: each call is judged at least as strictly with its file as without', async () => {
    const tools = (await builtInRegistry()).list()
    const catalogue = catalogueOf(tools)
    const options = { catalogue, workspace: '/workspace', userHome: '/home/user' }
    fc.assert(
      fc.property(operator, project, fc.constantFrom(...tools), fc.boolean(), (own, theirs, tool, inside) => {
        const layers = [valueLayer(own as never, 'operator'), valueLayer(theirs as never, 'project')]
        const [before, after] = [layers.slice(0, 1), layers].map((each) => {
          const compiled = compilePolicy(each, options)
          return createPolicyAuthority(compiled.status === 'compiled' ? compiled.policy : builtInPolicy)
        })
        const { name, groups, tags, permission, risk } = tool
        const real = inside ? '/workspace/src/a' : '/data/a'
        const target = {
          kind: 'path',
          declared: real,
          real,
          recursive: false,
          sensitive: false,
          zone: inside ? 'workspace' : 'outside',
        } as const
        const access = permission === 'write' ? 'write' : 'read'
        const principal = { session: 's', run: 'r', role: 'main', parents: [] } as const
        const facts = {
          tool: name,
          groups,
          tags,
          permission,
          risk,
          input: {},
          targets: [{ ...target, access }],
          principal,
        } as const
        const verdicts = [before, after].map((authority) => authority?.decide(facts).verdict ?? 'deny')
        expect(strictness[verdicts[1] ?? 'deny']).toBeGreaterThanOrEqual(strictness[verdicts[0] ?? 'allow'])
      }),
    )
  })
})

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value, ...inner]
}
