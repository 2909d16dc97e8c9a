import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from './judge-shell.ts'

const verdictOf = (line: string) => judgeShell(line, world).verdict

test.each([
  'cd -- /etc; cat passwd.bak',
  'cd -P -- /etc && cat passwd.bak',
  'pushd -- /etc; cat passwd.bak',
  'cd -- ..; cat notes.txt',
  'command cd /etc && cat passwd.bak',
  'builtin cd /etc && cat passwd.bak',
  'command -- cd -- ..; cat notes.txt',
  'command pushd /etc; cat passwd.bak',
  'builtin command cd /etc; cat passwd.bak',
])('%s reads a file of another folder', (line) => {
  expect(verdictOf(line)).toBe('ask')
})

test.each(['cd -- src; cat a.ts', 'command cd src && cat a.ts', 'builtin cd -P src; ls'])('%s stays inside', (line) => {
  expect(verdictOf(line)).toBe('allow')
})

test.each([
  'exec {PATH}< a; ls',
  'exec {PATH}<<< a; ls',
  'exec {PATH}<<EOF\na\nEOF\nls',
  'exec {PATH}>&1; ls',
  'exec {BASH_ENV}< a; ls',
  'exec {LD_PRELOAD}< a; ls',
  'exec {CDPATH}< a; cd x; ls',
  'exec {a[0]}< a',
  'exec {a[$x]}< a',
  'ls {PATH}< /dev/null; ls',
  '{ ls; } {PATH}< a; ls',
  'while read -r line; do ls; done {PATH}< a',
  '(exec {PATH}< a; ls)',
  'coproc PATH { ls; }; ls',
  'coproc PATH (ls); ls',
  'coproc LD_PRELOAD { ls; }; ls',
])('%s sets a variable that programs or the shell read', (line) => {
  expect(verdictOf(line)).toBe('ask')
})

test('a descriptor in a plain variable changes nothing, and the variable holds no earlier value any more', () => {
  expect(verdictOf('exec {fd}< a; ls')).toBe('allow')
  expect(verdictOf('coproc reader { ls; }; ls')).toBe('allow')
  expect(verdictOf('x=ls; $x')).toBe('allow')
  expect(verdictOf('x=ls; exec {x}< a; $x')).toBe('ask')
})

test.each(['test *', '[ * ]', 'test -n *', 'test ! *', 'test -? a', 'test -[uv] a', 'test ?? a', '[ -[Rr] * ]'])(
  '%s may evaluate the name of a file',
  (line) => {
    expect(verdictOf(line)).toBe('ask')
  },
)

test.each(['test -f *.lock', '[ -d src/* ]', 'test ./*'])('%s tests files', (line) => {
  expect(verdictOf(line)).toBe('allow')
})

test.each(['cat ~-/a', 'cat ~1/a', 'cat ~-2/a', 'cat ~+1/a'])('%s reads in a folder that is not known', (line) => {
  expect(verdictOf(line)).toBe('ask')
  expect(verdictOf('cat ~+/a')).toBe('allow')
})
