import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyseCommand, judgeShell } from '@drawbridge/shell'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithPrograms } from '../../../../scripts/test-support/describe-with.ts'

const world = { workspace: '/tmp/s/w', home: '/tmp/s/home' }

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** One piece of a word: each way to quote, and each kind of expansion. */
const piece = fc.constantFrom(
  ...['a', 'b1', '.', '-', '/', '=', ',', '%', '+', ':', '@', '^', '~', '#', '{', '}', '{}', '!', ']'],
  ...["'q r'", "'$x'", "'*'", "''", "'~'", String.raw`'\n'`],
  ...[
    '"q r"',
    '"$x"',
    '"${x}"',
    '"*"',
    '""',
    '"~"',
    String.raw`"\$x"`,
    String.raw`"\a"`,
    '"`echo s`"',
    '"$(echo s)"',
    '"$@"',
  ],
  ...[String.raw`\a`, String.raw`\$`, String.raw`\ `, String.raw`\*`, String.raw`\~`, String.raw`\{`],
  ...[String.raw`$'\x61'`, String.raw`$'\n'`, String.raw`$'\''`, String.raw`$'\u0041'`, String.raw`$'\101'`, '$"a"'],
  ...[
    '$x',
    '${x}',
    '$y',
    '"$y"',
    '${x:-d}',
    '${z:-d}',
    '${x:+d}',
    '${z+d}',
    '${#x}',
    '${x#a}',
    '${x%b}',
    '${x/a/c}',
    '${x//b/}',
  ],
  ...['${x:1}', '${x:0:1}', '${x^}', '${x^^}', '${x@Q}', '${z:=w}', '$z', '$1', '$9', '$#', '$?', '$-'],
  ...[
    '{a,b}',
    '{1..3}',
    '{a..c}',
    '{x,$x}',
    '{a,{b,c}}',
    '{01..03}',
    '{1..5..2}',
    '{c..a}',
    '{a}',
    '{,}',
    '{1..}',
    '{a,b',
  ],
  ...['$(echo s)', '`echo s`', '$(echo "p  q")', '$((1+2))', '$[1+2]', '*', '?', '[a]', '~', '~/x', '$IFS', '$HOME'],
)

const preludes = [
  '',
  'x=ab; ',
  "y='p q'; x=ab; ",
  'x=ab; x=cd; ',
  'IFS=b; x=abc; ',
  'set -- p q; ',
  'x=ab; y=$x; ',
  'for x in 1 2; do :; done; ',
]

/** A script that shows the words which bash makes of a few generated ones. */
const wordScript = fc
  .tuple(
    fc.constantFrom(...preludes),
    fc.array(fc.array(piece, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  )
  .map(([prelude, words]) => `${prelude}show ${words.map((word) => word.join('')).join(' ')}`)

/** Ways to spell the name of a program. */
const spelling = fc.constantFrom(
  ...[
    'marker',
    "mar''ker",
    'mar""ker',
    String.raw`\marker`,
    String.raw`m\arker`,
    '"marker"',
    "'marker'",
    String.raw`$'\x6darker'`,
  ],
  ...[
    '$"marker"',
    '{marker,}',
    'mark{er,}',
    '$(echo marker)',
    '`echo marker`',
    '$(printf mar%s ker)',
    '${z:-marker}',
    '${z-mark}er',
  ],
  ...[
    '$m',
    '${m}',
    '"$m"',
    '${m/x/y}',
    '${m#x}',
    '${n^}arker',
    '$p$q',
    '${p}$(echo ker)',
    '$HOME/../bin/marker',
    '../bin/mark*',
    '../bin/m?rker',
  ],
  ...[
    '$(echo "$m")',
    '$(<name)',
    '$(cat name)',
    '${arr[0]}',
    '${arr[@]}',
    '"${arr[@]}"',
    '${!r}',
    '$1',
    '"$@"',
    '${m:0:6}',
    '$(which marker)',
  ],
)
const setting = 'm=marker; p=mar; q=ker; n=m; arr=(marker); r=m; set -- marker; '

/** Ways to start a command. */
const starts: readonly ((command: string) => string)[] = [
  (c) => c,
  (c) => `${setting}${c}`,
  (c) => `eval ${quoted(c)}`,
  (c) => `eval "eval ${c.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`,
  (c) => `bash -c ${quoted(c)}`,
  (c) => `sh -c ${quoted(c)} x`,
  (c) => `env -S ${quoted(c)}`,
  (c) => `env A=1 ${c}`,
  (c) => `nice ${c}`,
  (c) => `timeout 1 ${c}`,
  (c) => `command ${c}`,
  (c) => `exec ${c}`,
  (c) => `echo a | xargs ${c}`,
  (c) => `echo ${c} | bash`,
  (c) => `bash <<< ${quoted(c)}`,
  (c) => `. <(echo ${quoted(c)})`,
  (c) => `source /dev/stdin <<< ${quoted(c)}`,
  (c) => String.raw`find . -maxdepth 0 -exec ${c} \;`,
  (c) => `trap ${quoted(c)} EXIT`,
  (c) => `trap ${quoted(c)} DEBUG; :`,
  (c) => `coproc ${c}; wait`,
  (c) => `${c} & wait`,
  (c) => `(${c})`,
  (c) => `{ ${c}; }`,
  (c) => `if ${c}; then :; fi`,
  (c) => `while ${c}; do break; done`,
  (c) => `! ${c}`,
  (c) => `true && ${c}`,
  (c) => `false || ${c}`,
  (c) => `f() { ${c}; }; f`,
  (c) => `x=$(${c})`,
  (c) => `echo "$(${c})"`,
  (c) => `echo \`${c.replaceAll(/[`\\$]/g, String.raw`\$&`)}\``,
  (c) => `echo "\${z:-$(${c})}"`,
  (c) => `: \${z:=$(${c})}`,
  (c) => `arr=(1); echo \${arr:-$(${c})}`,
  (c) => `arr=(1); echo \${arr[@]:-$(${c})} \${arr[$(${c})0]}`,
  (c) => `echo \${HOME:$(${c})0}`,
  (c) => `echo \${HOME#$(${c})}`,
  (c) => `echo \${HOME/$(${c})/x}`,
  (c) => `cat <<E\n$(${c})\nE`,
  (c) => `cat <<< "$(${c})"`,
  (c) => `cat < <(${c})`,
  (c) => `echo x > >(${c}); wait`,
  (c) => `echo x > /dev/null$(${c})`,
  (c) => `case $(${c}) in x) ;; esac`,
  (c) => `case x in $(${c})) ;; esac`,
  (c) => `for i in $(${c}); do :; done`,
  (c) => `for i in 1; do ${c}; done`,
  (c) => `a[$(${c})0]=1`,
  (c) => `a=([$(${c})0]=1)`,
  (c) => `a=(${quoted(`b[$(${c})]`)}); echo $((a))`,
  (c) => `declare ${quoted(`a[$(${c})0]=1`)}`,
  (c) => `declare -i n=${quoted(`a[$(${c})0]`)}`,
  (c) => `declare -n r=${quoted(`a[$(${c})0]`)}; echo $r`,
  (c) => `declare -a ${quoted(`x=($(${c}))`)}`,
  (c) => `let ${quoted(`a[$(${c})0]=1`)}`,
  (c) => `(( a[$(${c})0] ))`,
  (c) => `echo $((a[$(${c})0]))`,
  (c) => `v=${quoted(`a[$(${c})0]`)}; echo $((v))`,
  (c) => `v=${quoted(`a[$(${c})0]`)}; echo \${HOME:v:1}`,
  (c) => `v=${quoted(`a[$(${c})0]`)}; [[ v -eq 0 ]]`,
  (c) => `v=${quoted(`a[$(${c})0]`)}; [[ -v $v ]]`,
  (c) => `[[ -v ${quoted(`a[$(${c})0]`)} ]]`,
  (c) => `test -v ${quoted(`a[$(${c})0]`)}`,
  (c) => `[[ x == $(${c}) ]]`,
  (c) => `printf -v ${quoted(`a[$(${c})0]`)} x`,
  (c) => `read ${quoted(`a[$(${c})0]`)} <<< x`,
  (c) => `unset ${quoted(`a[$(${c})0]`)}`,
  (c) => `wait -p ${quoted(`a[$(${c})0]`)}`,
  (c) => `v=${quoted(`$(${c})`)}; echo "\${v@P}"`,
  (c) => `PS4=${quoted(`$(${c})`)}; set -x; :`,
  (c) => `mapfile -C ${quoted(c)} -c 1 l <<< x`,
  (c) => `f() { local -i n; n=${quoted(`a[$(${c})0]`)}; }; f`,
  (c) => `for ((i=a[$(${c})0]; i<1; i++)); do :; done`,
  (c) => `shopt -s expand_aliases\nalias ll=${quoted(c)}\nll`,
  (c) => `bash -c 'eval "$1"' x ${quoted(c)}`,
  (c) => `echo ${quoted(c)} > s.sh; bash s.sh`,
  (c) => `echo ${quoted(c)} > s.sh; . ./s.sh`,
  (c) => `hyper=${quoted(c)}; $hyper`,
  (c) => `hyper=${quoted(c)}; eval "$hyper"`,
]

/** A command in one or two disguises; the inner one finds what its variables hold. */
const markerScript = fc
  .tuple(fc.constantFrom(...starts), fc.option(fc.constantFrom(...starts), { freq: 2 }), spelling)
  .map(([outer, inner, name]) => `${setting}${outer(inner === null ? name : inner(name))}`)

interface Ran {
  readonly script: string
  readonly output: string
  readonly marked: boolean
}

describeWithPrograms('bash in bubblewrap', ['bwrap', 'bash'], 'what bash does is compared', ({ bwrap, bash }) => {
  let root: string
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'drawbridge-bash-'))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  /** Runs scripts one after the other, each in the same scratch folder, without network and with nothing else to write to. */
  function runAll(name: string, scripts: readonly string[]): readonly Ran[] {
    const scratch = join(root, name)
    for (const folder of ['in', 'out', 'bin', 'w', 'home']) mkdirSync(join(scratch, folder), { recursive: true })
    const plant = (path: string, text: string): void => {
      writeFileSync(join(scratch, path), text)
      chmodSync(join(scratch, path), 0o755)
    }
    plant('bin/marker', '#!/bin/sh\necho ran >> "/tmp/s/out/$DRAWBRIDGE_N.ran"\necho 0\n')
    plant('bin/show', `#!/bin/sh\nprintf '%s\\0' "$@" > "/tmp/s/out/$DRAWBRIDGE_N.out"\n`)
    plant('w/name', 'marker\n')
    plant(
      'driver',
      `ulimit -v 2000000
      for file in /tmp/s/in/*; do
        cd /tmp/s/w
        DRAWBRIDGE_N="\${file##*/}" timeout -s KILL 3 ${bash} --noprofile --norc -c -- "$(cat "$file")" x > /dev/null 2>&1 < /dev/null
      done`,
    )
    for (const [index, script] of scripts.entries()) writeFileSync(join(scratch, 'in', `${index}`), script)
    const walls = [
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
    ]
    const scene = ['--tmpfs', '/tmp', '--bind', scratch, '/tmp/s', '--clearenv']
    const environment = ['--setenv', 'PATH', '/tmp/s/bin:/usr/bin:/bin', '--setenv', 'HOME', '/tmp/s/home']
    execFileSync(bwrap, [...walls, ...scene, ...environment, bash, '/tmp/s/driver'], { stdio: 'ignore' })
    return scripts.map((script, index) => {
      const output = join(scratch, 'out', `${index}.out`)
      return {
        script,
        output: existsSync(output) ? readFileSync(output, 'utf8') : '',
        marked: existsSync(join(scratch, 'out', `${index}.ran`)),
      }
    })
  }

  test('makes of every word that is called static just that word', { timeout: 120_000 }, () => {
    const runs = runAll('words', fc.sample(wordScript, { numRuns: 150, seed: 20_261 }))
    const compared = runs.flatMap(({ script, output }) => {
      const { commands, hazards } = analyseCommand(script, world)
      const show = commands.find((command) => command.argv[0]?.text === 'show')
      const words = show?.argv.slice(1) ?? []
      if (output === '' || hazards.length > 0 || words.length === 0 || words.some((word) => !word.static)) return []
      return [{ script, expected: output, found: words.map((word) => `${word.text}\0`).join('') }]
    })
    expect(compared.length).toBeGreaterThan(15)
    expect(compared.filter(({ expected, found }) => expected !== found)).toEqual([])
  })

  test('starts no program that was not found, or said to be unknown', { timeout: 300_000 }, () => {
    const each = starts.map((start) => `${setting}${start('marker')}`)
    const runs = runAll('markers', [...each, ...fc.sample(markerScript, { numRuns: 30, seed: 20_262 })])
    const marked = runs.filter((run) => run.marked)
    expect(marked.length).toBeGreaterThan(40)
    const missed = marked.filter(({ script }) => {
      const { verdict, commands } = judgeShell(script, { ...world, allow: ['echo', 'cat', 'bash', 'find', 'xargs'] })
      return verdict === 'allow' && commands.every(({ argv }) => argv[0]?.text !== 'marker')
    })
    expect(missed.map(({ script }) => script)).toEqual([])
  })
})
