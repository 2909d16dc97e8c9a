import { describe, expect, it } from 'vitest'
import { part, sampleApproval, sampleApprovals } from '../../../testing/sample-approvals.ts'
import { effectOf, levelOf } from './effect-of.ts'

const [push] = sampleApprovals()

describe('the effect of a call in words', () => {
  it('names the worst command among several', () => {
    expect(push && effectOf(push)).toBe(
      'Runs 2 commands, one of which removes or overwrites: “git push --force «$REMOTE» main”.',
    )
  })

  it('says that a path is outside the workspace, and that all below goes', () => {
    const call = sampleApproval({
      id: 'x',
      parts: [part('path', '/srv', 'destructive', [], ['delete with everything below, OUTSIDE the workspace'])],
    })
    expect(effectOf(call)).toBe('Deletes everything below /srv outside the workspace.')
  })

  it('counts paths that the server could not list', () => {
    const call = sampleApproval({ id: 'x', totals: { commands: 0, paths: 214, hosts: 0, others: 0, marked: 0 } })
    expect(effectOf(call)).toContain('213 more paths that are not listed here')
  })

  it('says sends, not fetches, if something may change', () => {
    const host = {
      parts: [part('host', 'https://evil.example:443', 'changes')],
      totals: { commands: 0, paths: 0, hosts: 1, others: 0, marked: 0 },
    }
    expect(effectOf(sampleApproval({ id: 'x', permission: 'write', ...host }))).toBe(
      'Sends to https://evil.example:443.',
    )
    expect(effectOf(sampleApproval({ id: 'x', ...host }))).toBe('Fetches from https://evil.example:443.')
  })

  it('puts destruction above all other kinds of risk', () => {
    expect(push && levelOf(push)).toBe('destructive')
    expect(levelOf(sampleApproval({ id: 'x', dangerous: true }))).toBe('dangerous')
  })
})
