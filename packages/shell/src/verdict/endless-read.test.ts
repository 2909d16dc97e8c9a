import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from './judge-shell.ts'

describe('files without an end', () => {
  it.each([
    'head -c 99999999999 /dev/zero',
    'head -c 5T /dev/urandom',
    'head -n 1 /dev/zero',
    'cat /dev/zero',
    'cat < /dev/urandom',
    'tr a b < /dev/urandom',
    'wc -c /dev/full',
    'grep x /dev/zero',
    'od /dev/random',
    'cat /dev/zero | head',
    'cat /dev/urandom | sort | head -c 5',
    'cat /dev/urandom; head -c 5 a',
  ])('are not read without approval: %s', (line) => {
    expect(judgeShell(line, world)).toMatchObject({ verdict: 'ask', unapproved: null })
  })

  it.each([
    'head -c 16 /dev/urandom | base64',
    'head --bytes=1M /dev/zero',
    'head -n 1 /dev/urandom',
    'od -N 16 /dev/urandom',
    'tr -dc a-z < /dev/urandom | head -c 16',
    'tr -dc a-z < /dev/urandom | fold -w 32 | head -n 1',
    'cat /dev/null',
    'ls -l /dev/zero',
  ])('are read as far as a line says: %s', (line) => {
    expect(judgeShell(line, world).verdict).toBe('allow')
  })
})

describe('a pattern in a list that is assigned', () => {
  it.each([
    'a=(~/.ssh/*)',
    'a=(~/.ssh/*); echo "${a[@]}"',
    'a+=(.e*)',
    'a=(src/{b,.ssh}/*)',
    'x=~/.ssh/*; a=($x)',
    'a=(~/*)',
  ])('counts as that of a command: %s', (line) => {
    expect(judgeShell(line, world)).toMatchObject({ verdict: 'ask', unapproved: null })
  })

  it.each(['a=(src/*.ts); echo "${#a[@]}"', 'a=(*)', 'a=(b c)', 'a=(/etc/*)'])(
    'is harmless where that is: %s',
    (line) => {
      expect(judgeShell(line, world).verdict).toBe('allow')
    },
  )
})
