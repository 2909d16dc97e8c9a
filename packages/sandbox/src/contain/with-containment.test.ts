import type { DeclaredTarget } from '@drawbridge/core'
import type { CommandTarget, TargetResolver } from '@drawbridge/core/target'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import type { ContainmentState } from './containment.ts'
import { type WithContainmentOptions, withContainment } from './with-containment.ts'

const works: ContainmentState = { status: 'works', how: 'bubblewrap' }
const absent: ContainmentState = { status: 'absent', reason: 'there is no bubblewrap.' }

function command(
  name: string,
  unapproved: CommandTarget['unapproved'],
  more: Partial<CommandTarget> = {},
): CommandTarget {
  return {
    kind: 'command',
    argv: [{ text: name, static: true }],
    program: { name },
    cwd: '/workspace',
    dynamic: false,
    readonly: unapproved !== null,
    unapproved,
    gadgets: [],
    denyGroups: [],
    ...more,
  }
}

const line: DeclaredTarget = { kind: 'shell', command: 'x' }

async function held(
  targets: readonly CommandTarget[],
  options: Partial<WithContainmentOptions> & { readonly found?: ContainmentState; readonly whyGitRuns?: string } = {},
  declared: DeclaredTarget = line,
) {
  const { found = works, whyGitRuns, ...rest } = options
  const resolver: TargetResolver = { resolve: () => ({ status: 'resolved', targets }) }
  const own = withContainment(
    resolver,
    { setting: 'contained', state: async () => found, git: { userHome: '/home/u', configHome: undefined }, ...rest },
    async () => whyGitRuns,
  )
  const resolution = await own.resolve([declared], testPrincipal)
  if (resolution.status !== 'resolved') throw new Error('was not resolved')
  return resolution.targets.map((target) => (target.kind === 'command' ? target.unapproved : undefined))
}

const jq = command('jq', 'contained')
const ls = command('ls', 'core')
const git = command('git', 'contained')

test('with bubblewrap everything stays as the analyser says', async () => {
  expect(await held([jq, ls, git, command('rm', null)])).toEqual(['contained', 'core', 'contained', null])
})

test('without it what would be contained is asked about, and never runs bare', async () => {
  expect(await held([jq, ls], { found: absent })).toEqual([null, 'core'])
})

test('without it git runs where no settings name a program', async () => {
  expect(await held([git], { found: absent })).toEqual(['core'])
  expect(await held([git], { found: absent, whyGitRuns: 'names a filter' })).toEqual([null])
})

test('the setting lets core commands run alone, or none', async () => {
  expect(await held([jq, ls, git], { setting: 'core' })).toEqual([null, 'core', 'core'])
  expect(await held([jq, ls], { setting: 'off' })).toEqual([null, null])
})

test('what is to run outside is asked about, whatever it is', async () => {
  expect(await held([jq, ls], {}, { ...line, contained: false })).toEqual([null, null])
})

test('a program with credentials is none of its business', async () => {
  expect(await held([command('git', 'contained', { credentialed: true })], { found: absent })).toEqual(['contained'])
})

test('a git or any other program that calls may replace never runs bare', async () => {
  const own = command('git', 'contained', { program: { name: 'git', path: '/workspace/bin/git', replaceable: true } })
  expect(await held([own])).toEqual(['contained'])
  expect(await held([own], { found: absent })).toEqual([null])
})
