import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { analyseCommand } from '../verdict/analyse-command.ts'
import { unnamedObjection } from './unnamed-objection.ts'

const objections = (line: string) =>
  analyseCommand(line, world).commands.flatMap((each) => unnamedObjection(each) ?? [])

describe('a command that may touch more files than it names', () => {
  it.each([
    ['make', 'make is not read-only'],
    ['sh x.sh', 'runs x.sh'],
    ['./x', 'nobody knows which files it touches'],
    ['$PROGRAM a', 'nobody knows which files it touches'],
    ['git reset --hard', 'changes the files to those of a revision'],
    ['git clean -f', 'removes whatever is not tracked'],
    ['tar xf a.tar', "-x does more than the program's name says"],
    ['cp --unknown a b', 'the option --unknown is not known'],
    ['wc --files0-from=list', 'reads the files that list names'],
    ['curl -K settings https://example.org', '-K runs or loads other code'],
    ['LD_PRELOAD=./x.so ls', 'the assignment of LD_PRELOAD may change which files it touches'],
    ['ls && npm test', 'npm test is not read-only'],
  ])('%s says why', (line, why) => {
    expect(objections(line)).toEqual([why])
  })

  it.each([
    'cat a',
    'cp -r a b',
    'rm a',
    'echo x > a',
    'sed -i s/a/b/ a',
    'tar cf x.tar a',
    'git commit -m x',
    'git push --force',
    'git checkout -b new',
    'git checkout -- a',
    'git reset --soft HEAD~1',
    'git clean -n',
    'curl -o x https://example.org',
    'timeout 5 cat a',
    'sh -c "cat a"',
    'f() { cat a; }; f',
    'x=1; echo $x',
    'npm --version',
  ])('is not %s', (line) => {
    expect(objections(line)).toEqual([])
  })
})
