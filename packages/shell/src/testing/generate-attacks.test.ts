import { describe, expect, it } from 'vitest'
import { judgeShell } from '../verdict/judge-shell.ts'
import { generateAttacks } from './generate-attacks.ts'
import { world } from './world.ts'

describe('every option of every profile with a harmful value', () => {
  const attacks = [...generateAttacks()]

  it('makes enough lines to mean something', () => {
    expect(attacks.length).toBeGreaterThan(3_000)
  })

  const judged = attacks.map((attack) => ({ ...attack, ...judgeShell(attack.cmd, { ...world, allow: [attack.rule] }) }))

  it('never runs unapproved', () => {
    expect(judged.filter(({ unapproved }) => unapproved !== null).map(({ cmd }) => cmd)).toEqual([])
  })

  it('is not covered by the name of its program and sub-command', () => {
    const rode = judged.filter(({ verdict, grantable }) => verdict === 'allow' && !grantable)
    expect(rode.map(({ cmd }) => cmd)).toEqual([])
  })
})
