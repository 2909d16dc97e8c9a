import { expect, test } from 'vitest'
import { gitRedirections } from './git-redirections.ts'

const of = (config: string) => {
  const { hooks, settings } = gitRedirections(config, '/place/.git')
  return [...hooks, ...settings]
}

test.each([
  ['[core]\n\thooksPath = .githooks', ['/place/.githooks']],
  ['[CORE]\r\n  HooksPath=.githooks\r\n', ['/place/.githooks']],
  ['[core] hooksPath = a/../b # ours', ['/place/b']],
  ['[core]\nhooksPath = "a \\"b\\"; c"', ['/place/a "b"; c']],
  ['[core]\nhooks\\\nPath = x', ['/place/x']],
  ['[core]\nhooksPath = .husky/_', ['/place/.husky']],
  ['[core]\nhooksPath = /elsewhere/hooks', ['/elsewhere/hooks']],
  ['[include]\n\tpath = ../.gitconfig', ['/place/.gitconfig']],
  ['[includeIf "gitdir:/place/"]\npath = more', ['/place/.git/more']],
])('the settings %j lead to %j', (config, paths) => {
  expect(of(config)).toEqual(paths)
})

test.each([
  '',
  '[core]\n\tbare = false',
  '[core]\n# hooksPath = x\n; hooksPath = y',
  '[core]\nhooksPath = ~/hooks\nhooksPath =',
  '[submodule "a"]\npath = a',
])('the settings %j lead nowhere else', (config) => {
  expect(of(config)).toEqual([])
})

test('no more than a few places are found, whatever a repository says', () => {
  const config = Array.from({ length: 1000 }, (_, index) => `[include]\npath = ${index}`).join('\n')
  expect(of(config)).toHaveLength(16)
})
