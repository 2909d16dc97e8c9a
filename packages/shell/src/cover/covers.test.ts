import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { analyseCommand } from '../verdict/analyse-command.ts'
import { coverageObjection, covers } from './covers.ts'
import { suggestPrefix } from './suggest-prefix.ts'

const last = (text: string) => {
  const command = analyseCommand(text, world).commands.findLast(({ speculative }) => !speculative)
  if (command === undefined) throw new Error(`no command in ${text}`)
  return command
}

describe('covers', () => {
  it('takes a rule as text, as words, and with a star at its end', () => {
    for (const rule of ['git push', 'git push *', ['git', 'push']])
      expect(covers(rule, last('git push origin main'))).toBe(true)
  })

  it.each(['', '*', 'git push; id', 'git $x', 'A=1 git', 'git > x', 'git `id`', "git 'a", '(git)'])(
    'lets the rule %s cover nothing',
    (rule) => {
      expect(covers(rule, last('git push'))).toBe(false)
    },
  )

  it('compares whole words', () => {
    expect(covers('git pu', last('git push'))).toBe(false)
    expect(covers('git push origin main x', last('git push origin main'))).toBe(false)
    expect(covers('git', last('./git push'))).toBe(false)
    expect(covers('./git', last('./git push'))).toBe(true)
  })

  it.each(['drawbridge.jsonc', '.git/config', '.vscode/tasks.json', '.env', '/etc/hosts'])(
    'lets a rule about editing in place cover no edit of %s',
    (file) => {
      expect(covers('sed -i', last('sed -i s/a/b/ src/a.ts'))).toBe(true)
      for (const script of ['s/a/b/', '-e s/a/b/', '--sandbox s/a/b/'])
        expect(covers('sed -i', last(`sed -i ${script} ${file}`))).toBe(false)
    },
  )

  it('lets the last word name the folder of a script, and nothing above it', () => {
    expect(covers('python3 scripts', last('python3 scripts/a.py'))).toBe(true)
    expect(covers('python3 scripts', last('python3 scripts/b/c.py'))).toBe(true)
    expect(covers('python3 scripts', last('python3 scripts/../a.py'))).toBe(false)
    expect(covers('python3 scripts', last('python3 scripts2/a.py'))).toBe(false)
    expect(covers('npm run', last('npm run/x'))).toBe(false)
  })

  it('covers a gadget only where the rule spells it', () => {
    expect(covers('python3', last('python3 -c 1'))).toBe(false)
    expect(covers('python3 -c', last('python3 -c 1'))).toBe(true)
    expect(covers('git branch', last('git branch -D x'))).toBe(false)
    expect(covers('git branch -D', last('git branch -D x'))).toBe(true)
  })

  it('says why not', () => {
    expect(coverageObjection('git log', last('git log --output=x'))).toBe('--output writes a file')
    expect(coverageObjection('npm test', last('npm test > out'))).toBe('> out writes a file')
    expect(coverageObjection('npm test', last('cd /tmp; npm test'))).toBe('the line leaves the workspace')
    expect(coverageObjection('npm test', last('PATH=. npm test'))).toBe(
      'the assignment of PATH may change what programs do',
    )
  })
})

describe('suggestPrefix', () => {
  it.each([
    ['git status -s', 'git status'],
    ['npm run build -- --prod', 'npm run build'],
    ['npx tsc -p .', 'npx tsc'],
    ['docker compose up -d', 'docker compose up'],
    ['python3 scripts/gen.py --x', 'python3 scripts/gen.py'],
    ['make test', 'make'],
    ['terraform apply', 'terraform apply'],
  ])('offers for %s the prefix %s', (line, prefix) => {
    expect(suggestPrefix(last(line))).toBe(prefix)
  })

  it.each(['python3 -c 1', 'sh build.sh; sh', 'npm test > /root/x', 'curl -o x https://e', 'cat $x', 'cd /tmp; make'])(
    'offers nothing for %s',
    (line) => {
      expect(suggestPrefix(last(line))).toBeUndefined()
    },
  )
})
