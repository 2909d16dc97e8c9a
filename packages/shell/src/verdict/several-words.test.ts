import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from './judge-shell.ts'

const verdictOf = (line: string) => judgeShell(line, world).verdict

/** What is put in the place of `UNKNOWN` is read from a file, and may be any number of words. */
const expansions = {
  'a substitution': ['', '$(cat f)'],
  'a variable': ['x=$(cat f); ', '$x'],
  'a list': ['a=($(cat f)); ', '${a[@]}'],
  'a quoted list': ['mapfile -t a < f; ', '"${a[@]}"'],
  'a part of a list': ['mapfile -t a < f; ', '"${a[@]:1}"'],
} as const

describe.each(Object.entries(expansions))('%s that may become several words', (_, [before, unknown]) => {
  it.each([
    ['evaluates no subscript', 'test UNKNOWN'],
    ['evaluates no subscript in brackets', '[ UNKNOWN ]'],
    ['starts no program by an option after the value of another', 'sort -k UNKNOWN f'],
    ['writes no file by an option after an attached value', 'sort -k1,UNKNOWN f'],
    ['reads no file after a pattern', 'grep UNKNOWN'],
    ['reads no file after a number', 'head -n UNKNOWN f'],
    ['overwrites no second operand', 'uniq UNKNOWN'],
    ['overwrites no second operand after the value of an option', 'uniq -f UNKNOWN'],
    ['deletes nothing that find meets', 'find . -name UNKNOWN'],
    ['takes no network interface down', 'ifconfig UNKNOWN'],
    ['starts no program by jobs', 'jobs UNKNOWN'],
    ['evaluates no subscript of wait', 'wait UNKNOWN'],
    ['starts no program after the duration of timeout', 'timeout UNKNOWN ls'],
    ['starts no program after the signal of timeout', 'timeout -s UNKNOWN 5 ls'],
    ['starts no program after the priority of nice', 'nice -n UNKNOWN ls'],
    ['starts no program after a variable that env unsets', 'env -u UNKNOWN ls'],
    ['starts no program after the number of xargs', 'ls | xargs -n UNKNOWN cat'],
    ['starts no program after a mask of processors', 'taskset UNKNOWN ls'],
  ])('%s: %s', (_, line) => {
    expect(verdictOf(before + line.replace('UNKNOWN', unknown))).toBe('ask')
  })
})

it.each(['echo $(cat f)', 'basename $(cat f)', 'x=$(cat f); factor $x', 'n=3; sort -k$n f', 'ls | xargs -n 1 wc -l'])(
  'is harmless: %s',
  (line) => {
    expect(verdictOf(line)).toBe('allow')
  },
)

describe('a pattern', () => {
  it.each([
    'uniq *',
    'uniq -- sub/*',
    'uniq [ab]',
    'xxd *',
    'ptx -G *',
    'for f in *; do uniq $f; done; uniq *',
    'ls | xargs uniq',
  ])('overwrites no second file that it matches: %s', (line) => {
    expect(verdictOf(line)).toBe('ask')
  })

  it.each(['sort -- *', 'cat *', 'wc -l *.ts', 'for f in src/*.ts; do wc -l $f; done', 'diff a b', 'cut -d: -f1 *'])(
    'may be read: %s',
    (line) => {
      expect(verdictOf(line)).toBe('allow')
    },
  )
})

it.each(["set -- 'a -oevil'; sort $@", "f() { sort $@; }; f 'a -oevil'", "f() { sort $*; }; f 'a -oevil'"])(
  'the words of a list are split again without quotes: %s',
  (line) => {
    expect(verdictOf(line)).toBe('ask')
  },
)

it.each(['x=; : ${x:=-oevil}; sort $x', 'x=; ls "${x:=-oevil}"; sort $x'])(
  'a variable that an expansion sets has no longer its earlier value: %s',
  (line) => {
    expect(verdictOf(line)).toBe('ask')
  },
)

it('names that another command finds become part of no expression', () => {
  for (const line of ['find $(ls)', 'ls | xargs find . -newer', 'find . -newer $(ls)'])
    expect(verdictOf(line)).toBe('ask')
})
