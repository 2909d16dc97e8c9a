import { describe, expect, it } from 'vitest'
import { isPureAwkProgram } from './check-awk.ts'

describe('isPureAwkProgram', () => {
  it.each([
    '{print $1}',
    'NR==1',
    '$3 > 100 {print $1}',
    '/a|b/ {print}',
    '{a[$1]++} END {for (k in a) print k, a[k]}',
    '{printf "%s > %d\\n", $1, $2}',
    '{print ($1 > 2)}',
    '$1 ~ /x|y/ || $2',
    'BEGIN {print "system(1) | sh"}',
    '{print $1 / 2}',
    '# system("id")\n{print}',
  ])('%s only reads and prints', (program) => {
    expect(isPureAwkProgram(program)).toBe(true)
  })
  it.each([
    'BEGIN{system("id")}',
    '{print > "x"}',
    '{print >> $1}',
    '{print | "sh"}',
    '"id" | getline',
    '{getline x < "f"}',
    '{print $1 |& "sh"}',
    '{print ENVIRON["X"]}',
    '@load "x"',
    '{@f()}',
    'BEGIN{ARGV[1]="/etc/shadow"}',
    '{if(1)/"/;system("id");y="/"}',
    'BEGIN{print "x" > "/inet/tcp/0/h/1"}',
    '{printf "a" > "b"}',
  ])('%s may do more', (program) => {
    expect(isPureAwkProgram(program)).toBe(false)
  })
})
