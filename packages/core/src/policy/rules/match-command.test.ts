import { describe, expect, test } from 'vitest'
import type { CommandTarget } from '../../target/target.ts'
import { commandsOf } from '../__fixtures__/commands.ts'
import { matchCommand } from './match-command.ts'

const commandOf = (line: string) => commandsOf(line).at(0) as CommandTarget

describe('a command rule that denies', () => {
  test.each([
    ['git push', 'git push origin main', 'yes'],
    ['git push *', 'git push', 'yes'],
    ['git push', 'git -C sub push', 'yes'],
    ['git push', 'git --no-pager push', 'yes'],
    ['git push', 'git stash push', 'no'],
    ['git push', 'git commit -m push', 'no'],
    ['git', '/usr/bin/git status', 'yes'],
    ['*', 'anything at all', 'yes'],
    ['rm', 'rmdir x', 'no'],
    ['git push', '$GIT push', 'maybe'],
    ['git push', 'git $VERB', 'maybe'],
    ['"git" \'push\'', 'git push', 'yes'],
    ["git 'a b'", "git 'a b'", 'yes'],
    ['git push --force', 'git push origin main --force', 'yes'],
    ['git push --force', 'git push --force=x', 'yes'],
    ['git push --force', 'git push origin', 'no'],
    ['git push --force', 'git push $MORE', 'maybe'],
    ['rm -rf', 'rm -fr x', 'yes'],
    ['rm -rf', 'rm -r x -f', 'yes'],
    ['rm -rf', 'rm -r x', 'no'],
    ['git -C x push', 'git -C x push', 'yes'],
  ])('%s on `%s`: %s', (prefix, line, expected) => {
    expect(matchCommand([prefix]).touches(commandOf(line))).toBe(expected)
  })

  test('may mean what is unknown', () => {
    expect(matchCommand(['rm']).touches({ kind: 'dynamic', of: 'command', why: '' })).toBe('maybe')
    expect(matchCommand(['rm']).touches({ kind: 'dynamic', of: 'host', why: '' })).toBe('no')
  })
})

describe('a command rule that allows', () => {
  test.each([
    ['npm test', 'npm test', true],
    ['git push', 'git push origin main', true],
    ['git push', 'git -C /etc push', false],
    ['npm', './npm test', false],
    ['python3', 'python3 -c "import os"', false],
    ['npm test', 'EDITOR=vim npm test', false],
    ['npm test', 'CI=1 npm test', true],
  ])('%s on `%s`: %s', (prefix, line, expected) => {
    expect(matchCommand([prefix]).covers(commandOf(line))).toBe(expected)
  })

  test('covers nothing that was not analysed', () => {
    const { argv, program, cwd, ...rest } = commandOf('npm test')
    const plain: CommandTarget = {
      argv,
      program,
      cwd,
      kind: 'command',
      dynamic: rest.dynamic,
      readonly: rest.readonly,
      unapproved: rest.unapproved,
      gadgets: [],
      denyGroups: [],
    }
    expect(matchCommand(['npm test']).covers(plain)).toBe(false)
    expect(matchCommand(['npm test']).nearMiss?.(plain)).toBe(
      '"npm test" does not cover it, because the command was not analysed',
    )
  })
})
