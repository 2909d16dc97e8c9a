import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { checkInterpreter, checkManagement, checkPython } from '../checks/check-interpreter.ts'
import { checkRunner } from '../checks/check-runner.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const interpreter = (options: string, more: Partial<Profile> = {}): Profile => ({
  options,
  operands: 'script data*',
  style: 'posix',
  check: checkInterpreter,
  effects: ['executes'],
  ...more,
})
const python = interpreter(
  '-[bBdEIOPqsSuvxV] -OO -V|--version -W= -X=:gadget -i:gadget -c=!:code -m=!:run --check-hash-based-pycs=',
  { check: checkPython },
)
const node = interpreter(
  `
    -v|--version -c|--check --test --test-only --test-name-pattern= --test-reporter=
    --test-reporter-destination=:output --test-concurrency= --test-timeout= --experimental-test-coverage --watch
    --watch-path= --no-warnings --trace-warnings --trace-uncaught --trace-deprecation --throw-deprecation
    --enable-source-maps --max-old-space-size= --stack-size= --experimental-strip-types
    --experimental-transform-types --experimental-vm-modules --experimental-sqlite --no-experimental-fetch
    --preserve-symlinks --unhandled-rejections= --expose-gc -C|--conditions= --run=:gadget --permission
    --icu-data-dir=:gadget -e=:code --eval=:code -p=?:code --print=?:code -pe=:code -r=:run --require=:run
    --import=:run --loader=:run --experimental-loader=:run --env-file=:gadget --env-file-if-exists=:gadget -i:gadget
    --interactive:gadget --inspect=?:gadget --inspect-brk=?:gadget --openssl-config=:gadget --prof --cpu-prof
    --heap-prof --experimental-config-file=:run --snapshot-blob=:run --build-snapshot:gadget`,
)
const perl = interpreter(
  `
    -[cwWXtTuUvV] -S:gadget -0=# -a -l=# -n -p -s -F= -i=?:gadget -e=:code -E=:code -M=:run -m=:run -I=:run -d=?:gadget
    -x=?:gadget -C=? -D=?:gadget`,
)
const ruby = interpreter(
  `
    -[cvwyT] -W=# -a -l -n -p -s -S:gadget -K= -E= -F= -0=# --disable= --enable= --yjit --jit -e=:code -i=?:gadget -r=:run
    -I=:run -x=?:gadget -C=:place -d:gadget --version`,
)
const deno: Profile = {
  options: '-q --quiet -L=',
  subcommands: {
    run: interpreter(
      `
        -q --quiet --check=? --no-check=? --watch=? --frozen --lock=:read --no-lock --no-prompt
        --allow-read=?:change --allow-env=?:change --allow-net=?:change -[ENR]:change
        -A:gadget --allow-all:gadget -W=?:gadget --allow-write=?:gadget --allow-run=?:gadget --allow-ffi=?:gadget
        --allow-import=?:gadget --unstable -c|--config=:settings --import-map=:settings --preload=:run
        --env-file=?:gadget --inspect=?:gadget`,
      {
        check: (call) =>
          call.parsed.operands[0] !== undefined &&
          /^(?:[a-z]+:|-$)/.test(call.parsed.operands[0].word.text) &&
          call.gadget(call.parsed.operands[0].index, 'starts code from elsewhere'),
      },
    ),
    test: {
      options: `
          -q --filter= --coverage=?:write --watch --parallel --fail-fast=? --no-check -A:gadget --allow-all:gadget
          --allow-read=?:change --allow-env=?:change --allow-net=?:change --allow-run=?:gadget --doc --reporter=
          --ignore= -c|--config=:settings`,
      operands: 'script*',
    },
    check: { options: '--all -q', operands: 'read*' },
    lint: { options: '--fix:edit --rules --json --compact -q --ignore=', operands: 'write*' },
    fmt: {
      options: '--check -q --ignore= --line-width= --single-quote --indent-width= --no-semicolons',
      operands: 'write*',
    },
    task: { operands: 'name*', options: '-q' },
    info: { operands: 'script' },
    doc: { operands: 'script*' },
    cache: { operands: 'script*', effects: ['network'] },
    install: { gadget: 'installs a program', operands: 'name*' },
    add: { operands: 'name*', effects: ['network'] },
    eval: { gadget: 'is inline code', operands: 'code' },
    repl: { gadget: 'is inline code', operands: '' },
    compile: { gadget: 'makes a program', operands: 'script' },
    upgrade: { gadget: 'changes the program', operands: '' },
    bench: { operands: 'script*', options: '-A:change --filter=' },
    outdated: { effects: ['network'] },
  },
}
const bunScript = interpreter(
  `
    --watch --hot --silent --bun --smol -b --filter= --if-present -e=:code --eval=:code -p=:code --print=:code
    -r=:run --preload=:run --env-file=:gadget --cwd=:place -c|--config=:settings --inspect=?:gadget`,
)
const bunPackages: Profile = {
  options: `
      -d --dev -D -E --exact --production -p --frozen-lockfile --no-save --dry-run --silent --verbose -g:gadget
      --global:gadget --force:gadget -f:gadget --registry=:gadget --ignore-scripts --trust:gadget --cwd=:place`,
  operands: 'name*',
  effects: ['network'],
}

/** Interpreters: a script of the workspace is plain, inline code, modules and standard input are not. */
export const interpreters: ProfileTable = {
  python: python,
  python2: python,
  python3: python,
  pypy: python,
  pypy3: python,
  ipython: python,
  node,
  nodejs: node,
  tsx: interpreter(
    `
      --watch --no-cache --tsconfig=:settings --test -e=:code --eval=:code -p=:code -r=:run --require=:run --import=:run
      --env-file=:gadget --inspect=?:gadget`,
  ),
  'ts-node': interpreter(
    `
      -T --transpile-only --transpileOnly --esm --files -P|--project=:settings --swc -e=:code --eval=:code
      -p=?:code --print=?:code -r=:run --require=:run -C=:run --compiler=:run -O=:gadget -i:gadget`,
  ),
  deno,
  bun: {
    ...bunScript,
    subcommandOptional: true,
    subcommands: {
      run: bunScript,
      test: {
        options: `
            --watch --coverage --bail=? -t= --test-name-pattern= --timeout= --rerun-each= --only --todo -u
            --update-snapshots --preload=:run -r=:run --env-file=:gadget`,
        operands: 'data*',
      },
      install: bunPackages,
      i: bunPackages,
      add: bunPackages,
      remove: bunPackages,
      rm: bunPackages,
      update: bunPackages,
      outdated: bunPackages,
      build: {
        options: `
            --outdir=:write --outfile=:write --target= --minify --sourcemap=? --format= --splitting --watch
            --external= -e= --compile:gadget`,
        operands: 'read*',
      },
      pm: {
        subcommands: {
          ls: { options: '--all' },
          bin: {},
          cache: { operands: 'gadget' },
        },
      },
      x: { options: '--bun', operands: 'name*', style: 'posix', gadget: 'starts other programs', check: checkRunner },
      create: { gadget: 'starts a package', operands: 'name*' },
      init: { options: '-y', operands: '' },
      upgrade: { gadget: 'changes the program', operands: '' },
      publish: { gadget: 'publishes', operands: '' },
      link: { gadget: 'links code', operands: 'name*' },
      repl: { gadget: 'is inline code', operands: '' },
    },
  },
  perl,
  ruby,
  irb: { operands: 'gadget*', check: (call) => call.gadget(-1, 'reads code from standard input') },
  php: interpreter(
    `
      -[lnqsvimw] -d=:gadget -c=:gadget -f=:script -r=:code -R=:code -B=:code -E=:code -F=:run -z=:run -S=:gadget
      -t=:gadget -a:gadget`,
    {
      check: (call) => {
        checkInterpreter(call)
        if (call.parsed.operands[0]?.word.text === 'artisan') checkManagement(call, 1)
      },
    },
  ),
  lua: interpreter('-[vWE] -e=:code -l=:run -i:gadget'),
  luajit: interpreter('-[v] -e=:code -l=:run -i:gadget -b=:gadget -j=:gadget'),
  Rscript: interpreter('--vanilla --no-save --slave -e=:code'),
  R: interpreter('--vanilla --no-save --slave --quiet -q -e=:code -f=:run --file=:run'),
  julia: interpreter(
    `
      --project=? -t= --threads= -O= --startup-file= -q -e=:code --eval=:code -E=:code -L=:run --load=:run -J=:run
      -i:gadget`,
  ),
  groovy: interpreter('-e=:code -cp=:run'),
  scala: interpreter('-e=:code -cp=:run'),
  java: interpreter(
    `
      -version --version -Xmx= -Xms= -ea -enableassertions -server -showversion -cp= -classpath=
      --class-path= -p=:run --module-path=:run -m=:run --module=:run -jar=:script -D=:gadget -javaagent=:run
      -agentlib=:run -agentpath=:run -Xbootclasspath=:run -XX=:gadget`,
    { style: 'single', check: checkJava, operands: 'name data*', argumentFiles: true },
  ),
  javac: {
    options: `
        -d=:write -g -nowarn -verbose -deprecation -encoding= -source= -target= --release= -Xlint -cp=:read
        -classpath=:read -sourcepath=:read -processor=:run -processorpath=:run -proc=`,
    style: 'single',
    operands: 'read*',
    argumentFiles: true,
  },
  osascript: interpreter('-e=:code -l= -s='),
  tclsh: interpreter(''),
  wish: interpreter(''),
  expect: interpreter('-c=:code -f=:run -i:gadget -d'),
  guile: interpreter('-c=:code -l=:run -s=:script'),
  elixir: interpreter('-e=:code --eval=:code -r=:run -S=:run --sname=:gadget'),
  erl: interpreter('-noshell -eval=:code -s=:run -run=:run', { style: 'single' }),
  ghci: interpreter('-e=:code'),
  sqlplus: { operands: 'gadget*' },
  m4: {
    options: '-[EePQs] -D= -U= -I=:read',
    operands: 'gadget*',
    check: (call) => call.gadget(-1, 'expands macros that run commands'),
  },
  dc: {
    options: '-e=:code -f=:run',
    operands: 'gadget*',
    check: (call) => call.gadget(-1, 'reads a program from standard input'),
  },
}

/** `java Name` loads a class from wherever the class path says: its folders and archives are code. */
function checkJava(call: CallBuilder): void {
  call.change('runs code')
  const [main] = call.parsed.operands
  const packed = call.has('-jar', '-cp', '-classpath', '--class-path')
  if (main?.word.text.endsWith('.java') === true) call.path(main.word, 'execute')
  else if (main !== undefined && !packed) call.gadget(main.index, `loads the class ${main.word.text}`)
  for (const { option, value } of call.parsed.options) {
    if (value === undefined || !/^(?:-cp|-classpath|--class-path)$/.test(option.name)) continue
    let start = 0
    for (const entry of value.text.split(':')) {
      call.path({ ...sliceWord(value, start), text: entry || '.' }, 'execute')
      start += entry.length + 1
    }
  }
}
