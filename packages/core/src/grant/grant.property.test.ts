import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { commandsOf } from '../policy/__fixtures__/commands.ts'
import type { CallFacts } from '../policy/authority.ts'
import { type PathTarget, shellCommand, type Target } from '../target/target.ts'
import { testPrincipal } from '../testing/test-principal.ts'
import { isRiskier, risks } from '../tool/permission.ts'
import { proposalCovers } from './grant-covers.ts'
import { describeGrant } from './grant-decision.ts'
import { proposeGrant } from './propose-grant.ts'

const someTimes = (likely: number) => fc.integer({ min: 1, max: 100 }).map((roll) => roll <= likely)

const path: fc.Arbitrary<PathTarget> = fc
  .record({
    folder: fc.constantFrom('/workspace', '/workspace/src', '/workspace/src/deep', '/etc', '/'),
    name: fc.constantFrom('a.ts', 'b.ts', 'src'),
    access: fc.constantFrom('read', 'write', 'delete', 'list'),
    recursive: someTimes(20),
    sensitive: someTimes(10),
    protected: someTimes(10),
  })
  .map(({ folder, name, ...rest }) => {
    const real = `${folder === '/' ? '' : folder}/${name}`
    return { kind: 'path', declared: name, real, zone: 'workspace', ...rest } as const
  })

const lines = [
  'git push',
  'git push origin main',
  'git push --force origin main',
  'git push origin --delete main',
  'git push origin +main',
  'git branch topic',
  'git branch -D main',
  'git -c core.editor=evil commit',
  'git commit -m x',
  'git commit -m x > log.txt',
  'npm run build',
  'npm run build -- --watch',
  'npm run deploy',
  'npm install',
  'npm install evil',
  'npx evil',
  'kubectl get pods',
  'kubectl delete pod x',
  'docker build .',
  'docker run -v /:/host evil',
  'terraform plan',
  'terraform apply',
  'touch a',
  'touch a b',
  'rm a',
  'rm -rf a',
  'mkdir x',
  'make',
  'make test',
  'cargo build',
  'cargo run',
  'tar xf a.tar',
  'bash -c "rm a"',
  'sh build.sh',
  'python3 build.py',
  'python3 -c "print(1)"',
  'env git push origin main',
  'sudo git push origin main',
  'timeout 5 git push origin main',
  'xargs rm',
  'find . -exec rm {} ;',
  './git push origin main',
  '/tmp/git push origin main',
  'git push $REMOTE',
  'git push "$(evil)"',
  'git push && rm a',
  'git add a && git add b',
  'LD_PRELOAD=evil git push origin main',
] as const

const target: fc.Arbitrary<readonly Target[]> = fc.oneof(
  fc.array(path, { minLength: 1, maxLength: 2 }),
  fc.constantFrom(...lines).map(commandsOf),
  fc
    .record({
      scheme: fc.constantFrom('http', 'https'),
      host: fc.constantFrom('example.org', 'sub.example.org'),
      port: fc.constantFrom(443, 8443),
    })
    .map((host) => [{ kind: 'host', ...host }] as const),
  fc.constantFrom<readonly Target[]>(
    [],
    [{ kind: 'server', id: 'github' }],
    [{ kind: 'agent', id: 'writer' }],
    [{ kind: 'dynamic', of: 'any', why: 'who knows' }],
  ),
)

const facts: fc.Arbitrary<CallFacts> = fc.record({
  tool: fc.constantFrom('demo.one', 'demo.two'),
  groups: fc.constant([]),
  tags: fc.constant(new Set<string>()),
  permission: fc.constantFrom('readonly', 'write'),
  risk: fc.constantFrom(...risks),
  input: fc.constantFrom({ n: 1 }, { n: 2 }),
  targets: target,
  principal: fc.constant(testPrincipal),
})

/** What is compared, said apart from how grants are made: may `other` do anything that the approved call did not show? */
function isNoWorse(approved: CallFacts, other: CallFacts): boolean {
  if (other.tool !== approved.tool || isRiskier(other.risk, approved.risk) || other.risk === 'destructive') return false
  if (other.permission === 'write' && approved.permission === 'readonly') return false
  return other.targets.every((each) => approved.targets.some((shown) => resembles(shown, each)))
}

function resembles(shown: Target, other: Target): boolean {
  if (shown.kind === 'path' && other.kind === 'path') {
    const isSafe = !other.sensitive && other.access !== 'delete'
    const folder = (real: string) => real.slice(0, real.lastIndexOf('/'))
    const isThere = shown.recursive
      ? `${other.real}/`.startsWith(`${shown.real}/`)
      : !other.recursive && folder(shown.real) === folder(other.real)
    return isSafe && other.access === shown.access && isThere
  }
  if (shown.kind === 'command' && other.kind === 'command') {
    const words = (command: typeof shown) => command.argv.map(({ text }) => text)
    const [name, sub] = words(shown)
    const isSame = JSON.stringify(words(shown)) === JSON.stringify(words(other))
    const isPlain = !/^-[fD]|--(?:force|delete)|^\+/.test(words(other).slice(2).join(' '))
    return isSame || (words(other)[0] === name && words(other)[1] === sub && isPlain && !other.dynamic)
  }
  return JSON.stringify(shown) === JSON.stringify(other)
}

describe('a saved grant', () => {
  test('matches the call that it was saved for', () => {
    fc.assert(
      fc.property(facts, (call) => {
        const proposed = proposeGrant(call)
        fc.pre(proposed.grantable)
        expect(proposalCovers(proposed.proposal, call)).toBe(true)
      }),
    )
  })

  test('matches nothing more destructive', () => {
    let covered = 0
    fc.assert(
      fc.property(facts, facts, (approved, other) => {
        const proposed = proposeGrant(approved)
        if (!proposed.grantable || !proposalCovers(proposed.proposal, other)) return
        covered += 1
        expect(isNoWorse(approved, other)).toBe(true)
      }),
      { numRuns: propertyRuns(6_000) },
    )
    // Few random pairs are covered; none at all would mean that nothing was tried.
    expect(covered).toBeGreaterThan(10)
  })

  test('for each command matches it again in every spelling, and no other command that does more', () => {
    const call = (line: string): CallFacts => ({ ...plainFacts, targets: commandsOf(line) })
    const covered = lines.flatMap((saved) => {
      const proposed = proposeGrant(call(saved))
      if (!proposed.grantable) return []
      return [[saved, lines.filter((line) => line !== saved && proposalCovers(proposed.proposal, call(line)))] as const]
    })
    expect(Object.fromEntries(covered)).toMatchInlineSnapshot(`
      {
        "cargo build": [],
        "docker build .": [],
        "git add a && git add b": [],
        "git branch topic": [],
        "git commit -m x": [],
        "git push": [
          "git push origin main",
        ],
        "git push origin main": [
          "git push",
        ],
        "kubectl get pods": [],
        "make": [],
        "make test": [],
        "mkdir x": [],
        "npm install": [
          "npm install evil",
        ],
        "npm install evil": [
          "npm install",
        ],
        "npm run build": [
          "npm run build -- --watch",
        ],
        "npm run build -- --watch": [
          "npm run build",
        ],
        "npm run deploy": [],
        "terraform plan": [],
        "touch a": [],
        "touch a b": [],
      }
    `)
  })

  test('for a line of random parts matches it again, and no line with a part that takes away, runs more or was not shown', () => {
    const command = fc
      .record({
        program: fc.constantFrom(
          'git',
          'npm',
          'make',
          'touch',
          'rm',
          'kubectl',
          "'my tool'",
          'source',
          './x',
          'sh',
          'mytool',
        ),
        words: fc.array(
          fc.constantFrom(
            'add',
            'rm',
            'push',
            'test',
            'run',
            'clean',
            'get',
            'a',
            'x.sh',
            '-f',
            '--force',
            '-D',
            '$X',
            '*',
          ),
          { maxLength: 3 },
        ),
        before: fc.constantFrom('', '', '', 'A=1 ', 'sudo ', 'timeout 5 '),
      })
      .map(({ program, words, before }) => `${before}${[program, ...words].join(' ')}`)
    const line = fc
      .array(fc.tuple(fc.constantFrom(' && ', ' ; ', ' | ', ' || '), command), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.map(([operator, text], index) => (index === 0 ? text : operator + text)).join(''))
    const variation = fc.oneof(
      fc.constantFrom(' a', ' rm', ' -f', ' --force', ' $X', ' > b', ' *').map((more) => (text: string) => text + more),
      fc.constantFrom('A=1 ', 'sudo ', './').map((more) => (text: string) => more + text),
      command.map((more) => (text: string) => `${text} && ${more}`),
      command.map((more) => (text: string) => text.replace(/^[^&;|]*/, more)),
      fc.constant((text: string) => text),
    )
    const factsOf = (text: string): CallFacts => ({ ...plainFacts, targets: commandsOf(text) })
    let covered = 0
    fc.assert(
      fc.property(line, variation, (saved, vary) => {
        const other = vary(saved)
        const proposed = proposeGrant(factsOf(saved))
        if (!proposed.grantable) return
        expect(proposalCovers(proposed.proposal, factsOf(saved))).toBe(true)
        if (!proposalCovers(proposed.proposal, factsOf(other))) return
        covered += 1
        const shown = commandsOf(saved).map(({ argv }) => argv.map(({ text }) => text))
        for (const { argv, denyGroups, [shellCommand]: analysed } of commandsOf(other)) {
          const words = argv.map(({ text }) => text)
          expect([other, denyGroups, analysed?.call.gadgets]).toEqual([other, [], []])
          expect(analysed?.call.effects.has('deletes')).toBe(false)
          const isShown = shown.some((each) => JSON.stringify(each) === JSON.stringify(words))
          const beginsSo = shown.some((each) => each.length > 1 && each[0] === words[0] && each[1] === words[1])
          // A file or package that is called rm may be shown and granted, as in `git add rm`, or be an operand of what was granted.
          expect([other, isShown || beginsSo || !words.includes('rm')]).toEqual([other, true])
          expect([other, isShown || (beginsSo && !words.includes('$X'))]).toEqual([other, true])
        }
      }),
      { numRuns: 1_000 },
    )
    expect(covered).toBeGreaterThan(5)
  })
})

const plainFacts: CallFacts = {
  tool: 'demo.one',
  groups: [],
  tags: new Set(),
  permission: 'write',
  risk: 'dangerous',
  input: {},
  targets: [],
  principal: testPrincipal,
}

describe('what is on offer beyond once', () => {
  const proposal = (line: string, targets: readonly Target[] = []) =>
    proposeGrant({ ...plainFacts, targets: [...commandsOf(line), ...targets] })
  const written = (real: string): PathTarget => ({
    kind: 'path',
    declared: '.',
    real,
    access: 'write',
    recursive: false,
    zone: 'workspace',
    sensitive: false,
  })

  test.each([
    'source ./a.sh',
    '. a.sh',
    'python3 x.py',
    'bash x.sh',
    './x a',
    'bin/x a',
    'timeout 5 git push',
    'sudo make',
    'git rm x',
    'npm test && git rm x',
    'npm uninstall x',
    'make clean',
    'kill 1',
    'mytool delete everything',
  ])('is nothing for %s', (line) => {
    expect(proposal(line)).toMatchObject({ grantable: false, why: expect.any(String) })
  })

  test('is exactly the command whose program is not a plain word, in the spelling of a shell', () => {
    const proposed = proposal("'my tool' a")
    expect(proposed).toMatchObject({ proposal: { scopes: [{ kind: 'argv', argv: ['my tool', 'a'] }] } })
    expect(proposed.grantable && describeGrant(proposed.proposal, 'always')).toContain(
      "exactly the command `'my tool' a` in /workspace",
    )
  })

  test('lists the own prefix of each part of a line', () => {
    const proposed = proposal('npm test && git push origin main')
    expect(proposed.grantable && describeGrant(proposed.proposal, 'session')).toBe(
      'demo.one, commands that begin with `npm test` in /workspace; commands that begin with `git push` in /workspace, until this session ends',
    )
  })

  test('is the folder that a program was given, and not the one around it', () => {
    expect(proposal('eslint .', [written('/workspace')])).toMatchObject({
      proposal: {
        scopes: [
          { kind: 'argv', argv: ['eslint', '.'] },
          { kind: 'path', folder: '/workspace', below: true, access: 'write' },
        ],
      },
    })
    expect(proposal('eslint src', [written('/workspace/src')])).toMatchObject({
      proposal: { scopes: [{ kind: 'argv' }, { folder: '/workspace/src', below: true }] },
    })
    expect(proposal('eslint ..', [written('/')])).toMatchObject({ grantable: false })
  })

  test('is nothing where more files decide than are looked at', () => {
    const [target] = commandsOf('terraform plan')
    const code = [{ path: '', why: 'more than 200 files decide what it does', uncertain: true }] as const
    const many = target === undefined ? [] : [{ ...target, code }]
    expect(proposeGrant({ ...plainFacts, targets: many })).toMatchObject({ grantable: false })
  })
})
