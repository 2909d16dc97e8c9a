import { describe, expect, it } from 'vitest'
import { shellCheckLine } from './shell-check-line.ts'

describe('shellCheckLine', () => {
  it('judges a command given as a JSON string', () => {
    expect(shellCheckLine('"git status && rm -rf x"')).toMatchObject({
      cmd: 'git status && rm -rf x',
      verdict: 'deny',
      readonly: false,
      denyGroups: ['destructive'],
      commands: [
        { argv: ['git', 'status'], dynamic: false },
        { argv: ['rm', '-rf', 'x'], dynamic: false },
      ],
    })
  })

  it.each([
    ['ls -la | sort', 'core'],
    ['id', 'core'],
    ['ps aux | grep node', 'core'],
    ['git log | head', 'contained'],
    ['rg -n foo src', 'contained'],
    ['npm test', null],
    ['rm -rf x', null],
    ['ps aux; git log', null],
    ['ls; id', null],
  ])('says how %s runs where nobody approved it', (cmd, unapproved) => {
    expect(shellCheckLine(JSON.stringify(cmd))).toMatchObject({ unapproved, readonly: unapproved !== null })
  })

  it.each([
    ['ls', 'core', 'allow', 'core'],
    ['git log', 'core', 'ask', null],
    ['ps aux; git log', 'core', 'ask', null],
    ['ls', 'off', 'ask', null],
  ] as const)('judges %s by the setting %s', (cmd, setting, verdict, unapproved) => {
    expect(shellCheckLine(JSON.stringify(cmd), [], setting)).toMatchObject({ verdict, unapproved })
  })

  it('takes granted prefixes as a string, as strings, and from the caller', () => {
    expect(shellCheckLine('{"cmd": "npm test", "allow": "npm test"}')).toMatchObject({ verdict: 'allow' })
    expect(shellCheckLine('{"cmd": "npm test", "allow": ["make", "npm test"]}')).toMatchObject({ verdict: 'allow' })
    expect(shellCheckLine('"npm test"', ['npm test'])).toMatchObject({ verdict: 'allow' })
    expect(shellCheckLine('"npm test"')).toMatchObject({ verdict: 'ask' })
  })

  it.each([
    '',
    'ls',
    '12',
    'null',
    '[]',
    '{}',
    '{"cmd": 1}',
    '{"cmd": "ls", "allow": 1}',
    '{"cmd": "ls", "allow": [1]}',
  ])('answers %s with an error', (line) => {
    expect(shellCheckLine(line)).toEqual({ error: expect.any(String) })
  })

  it('marks words that are known only when the line runs', () => {
    expect(shellCheckLine(JSON.stringify('cat "$X"'))).toMatchObject({
      commands: [{ argv: ['cat', '$X'], dynamic: true }],
    })
  })

  it('names the part and the rule in each reason', () => {
    const answer = shellCheckLine('{"cmd": "ls; npm test; id", "allow": "npm test"}')
    expect(answer).toMatchObject({
      reasons: [
        { verdict: 'allow', part: 'ls', why: 'only reads', span: { start: 0, end: 2 } },
        { verdict: 'allow', part: 'npm test', why: 'granted', rule: 'npm test' },
        { verdict: 'ask', part: 'id' },
      ],
    })
  })
})
