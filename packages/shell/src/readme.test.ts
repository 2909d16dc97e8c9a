import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findProfile } from './profile/profiles.ts'
import { judgeShell } from './verdict/judge-shell.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const world = { workspace: '/workspace', home: '/home/user' }

describe('the README', () => {
  const examples = [
    ...readme.matchAll(
      /^judgeShell\((.+), (world|\{ \.\.\.world, allow: \['(.+)'\] \})\)\.(verdict|denyGroups\[0\]) \/\/ '(.+)'$/gm,
    ),
  ]

  it('has examples', () => {
    expect(examples).toHaveLength(8)
  })

  it.each(
    examples.map(([line, literal = '', , rule, field, expected]) => ({
      line,
      text: literal.slice(1, -1),
      rule,
      field,
      expected,
    })),
  )('tells the truth: $line', ({ text, rule, field, expected }) => {
    const judgement = judgeShell(text, rule === undefined ? world : { ...world, allow: [rule] })
    expect(field === 'verdict' ? judgement.verdict : judgement.denyGroups[0]).toBe(expected)
  })

  it('shows a profile that exists', () => {
    expect(readme).toContain("shuf: { options: '")
    expect(findProfile('shuf')?.options).toContain('-o|--output=:output')
  })
})
