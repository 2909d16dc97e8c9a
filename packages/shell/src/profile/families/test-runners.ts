import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { isWarningFilter } from '../checks/check-interpreter.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const jest: Profile = {
  options: `
      -[itwbulfocDh] -t|--testNamePattern= -w|--maxWorkers= -i|--runInBand --watch --watchAll=? --coverage=?
      --collectCoverageFrom= --coverageReporters= --coverageDirectory=:write --ci --silent=? --verbose=? --bail=?
      --passWithNoTests --findRelatedTests --onlyChanged --changedSince= --testPathPattern= --testPathPatterns=
      --testPathIgnorePatterns= --testTimeout= --updateSnapshot --no-cache --cache --clearCache --detectOpenHandles
      --forceExit --json --listTests --showConfig --logHeapUsage --notify --colors --color --no-color
      --selectProjects= --shard= --randomize --seed= --errorOnDeprecated --expand --outputFile=:write
      --reporters= -c=:settings --config=:settings --rootDir=:directory --roots=:list --setupFiles=:run
      --setupFilesAfterEnv=:run --globalSetup=:run --testEnvironment= --transform=:gadget --runner=:run
      --testRunner=:run --projects=:list --env=`,
  operands: 'data*',
}
const vitest: Profile = {
  options: `
      -t|--testNamePattern= -u|--update -w|--watch --run --coverage=? --coverage.enabled=? --coverage.provider=
      --coverage.reporter= --ui:gadget --silent=? --reporter=? --bail=? --retry= --passWithNoTests --no-color
      --globals --dom --environment= --pool= --poolOptions.threads= --maxWorkers= --minWorkers=
      --no-file-parallelism --no-isolate --isolate --sequence= --shuffle --shard= --changed=? --project= --exclude=
      --dir=:list --root=:directory -r=:directory -c=:settings --config=:settings --outputFile=:write --testTimeout=
      --hookTimeout= --typecheck=? --logHeapUsage --allowOnly --hideSkippedTests --mode= --no-threads --threads
      --browser=?:gadget --globalSetup=:run --setupFiles=:run --api=?:gadget --inspect=?:gadget
      --execArgv=:run`,
  operands: 'data*',
}
const mocha: Profile = {
  options: `
      -[bcCgGiJRsStuwx] -n|--node-option=:run -O|--reporter-option|--reporter-options=:gadget -g|--grep= -f|--fgrep= -R|--reporter= -t|--timeout= -s|--slow= -u|--ui= -i|--invert
      -b|--bail -p|--parallel -j|--jobs= --exit --recursive --watch --colors --no-colors --check-leaks --forbid-only
      --forbid-pending --full-trace --retries= --sort --extension= --ignore= --spec=:script -r|--require=:run
      --config=:settings --package=:settings --opts=:settings --import=:run --loader=:run`,
  operands: 'script*',
  check: (call) => {
    for (const { option, value } of call.parsed.options)
      if (/^(?:-R|--reporter)$/.test(option.name) && value?.text.includes('/') === true) call.path(value, 'execute')
  },
}

/** Programs that run tests. Test files are code of the workspace: their paths must be inside. */
export const testRunners: ProfileTable = {
  jest,
  vitest: {
    ...vitest,
    subcommandOptional: true,
    subcommands: { run: vitest, watch: vitest, dev: vitest, related: vitest, bench: vitest, list: vitest },
  },
  mocha,
  ava: {
    options: `
        -m|--match= -v|--verbose -w|--watch -u|--update-snapshots -s|--serial -c|--concurrency= -T|--timeout=
        -t|--tap --fail-fast --config=:settings --node-arguments=:run`,
    operands: 'script*',
  },
  tap: {
    options: '-R|--reporter= -j|--jobs= --bail --coverage-report= --no-coverage --timeout= --grep=',
    operands: 'script*',
  },
  karma: { subcommands: { start: { options: '--single-run --browsers= --auto-watch', operands: 'script' } } },
  cypress: {
    subcommands: {
      run: {
        options: `
            --spec=:script --browser= -b= --headless --component --e2e --quiet -q --config=:gadget --env=:gadget
            --reporter= --project=:directory -C|--config-file=:settings`,
        operands: '',
      },
      verify: {},
      info: {},
      open: { gadget: 'starts a browser', operands: '' },
    },
  },
  playwright: {
    subcommands: {
      test: {
        options: `
            -g|--grep= --grep-invert= --project= --headed --debug:gadget --ui:gadget -j|--workers= --reporter=
            --retries= --shard= --timeout= -u|--update-snapshots --list --last-failed --max-failures= -x
            --repeat-each= --trace= --pass-with-no-tests --quiet -c=:settings --config=:settings --output=:write`,
        operands: 'data*',
      },
      'show-report': { operands: 'list' },
      install: { options: '--with-deps', operands: 'name*', gadget: 'installs browsers' },
    },
  },
  pytest: {
    options: `
        -k=:data -m=:data -[xvqslf] -vv -vvv -l --maxfail= --tb= --lf|--last-failed --ff|--failed-first --nf --sw
        --stepwise --stepwise-skip --durations= --collect-only --co -r= -rA --no-header --no-summary
        --disable-warnings --disable-pytest-warnings -W= --capture= --exitfirst --verbose --quiet --strict
        --strict-markers --strict-config --setup-show --setup-only --fixtures --markers --import-mode= --ignore=
        --ignore-glob= --deselect= --cov=? --cov-report= --cov-branch --cov-fail-under= --no-cov --cov-append
        -n|--numprocesses= --dist= --timeout= --color= --log-level= --log-cli-level= --show-capture=
        --junitxml=:write --junit-xml=:write --reruns= --randomly-seed= --benchmark-only --benchmark-skip
        --doctest-modules --cache-clear --asyncio-mode= --snapshot-update --hypothesis-seed= --pyargs:gadget -p=:run
        -c=:settings --config-file=:settings --rootdir=:directory --confcutdir=:gadget --basetemp=:gadget -o=:gadget
        --override-ini=:gadget --pdb:gadget --trace:gadget --pdbcls=:run --cov-config=:settings --debug=?:output`,
    operands: 'script*',
    argumentFiles: true,
    check: checkPytest,
  },
  'py.test': { options: '-k=:data -m=:data -[xvqsl] --maxfail= --tb=', operands: 'script*' },
  tox: {
    options: `
        -e= -r -p=? -q -v --recreate --parallel=? -l --listenvs --skip-missing-interpreters -c=:settings -x=:gadget
        --override=:gadget`,
    operands: 'data*',
    check: checkTox,
  },
  nox: { options: '-s= -e= -k= -l --list -r -R --no-install -f|--noxfile=:settings', operands: 'name*' },
  coverage: {
    subcommands: {
      report: {
        options: '-m --show-missing --include= --omit= --fail-under= --skip-covered -i',
        operands: 'name*',
      },
      html: { options: '-d=:write' },
      xml: { options: '-o=:write' },
      json: { options: '-o=:write' },
      combine: { operands: 'list*' },
      erase: {},
      run: {
        gadget: 'starts code',
        options: '-m=:run --source= --branch -p --omit= --include=',
        operands: 'script name*',
        style: 'posix',
      },
    },
  },
  rspec: {
    options: `
        -f= --format= -c --color --no-color --fail-fast=? -e= --example= -t= --tag= -P= --pattern= -b --backtrace
        --order= --seed= --dry-run -n --next-failure --only-failures -w -o=:write --out=:write -r=:run
        --require=:run -I=:run --options=:settings -O=:settings --profile=?`,
    operands: 'script*',
  },
  phpunit: {
    options: `
        --filter= --testsuite= --group= --exclude-group= --testdox --colors=? --stop-on-failure --coverage-text=?
        --no-coverage --verbose -v --debug -c=:settings --configuration=:settings --bootstrap=:run
        --coverage-html=:write --log-junit=:write --printer=:run --extensions=:run`,
    operands: 'script*',
  },
  bats: { options: '-[crptT] -f= --filter= --jobs= -j= --recursive --tap --pretty --timing', operands: 'script*' },
}

/** `tox exec` and `tox devenv` start or make something else; the words after `--` go to the tests. */
function checkTox(call: CallBuilder): void {
  for (const { word, index, afterDashes } of call.parsed.operands)
    if (!afterDashes) call.gadget(index, `tox ${word.text} does something else`)
}

/** Reports of coverage may be written to a path; a category of warnings is imported. */
function checkPytest(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (value === undefined) continue
    if (option.name === '--cov-report') {
      const form = /^(?:term|term-missing|html|xml|json|lcov|annotate|)(?::(?=.)(?:skip-covered$)?)?/.exec(
        value.text,
      )?.[0]
      if (form !== undefined && form.length < value.text.length) call.path(sliceWord(value, form.length), 'write')
    }
    if (option.name === '-W' && !isWarningFilter(value.text)) call.gadget(index, `-W ${value.text} loads other code`)
  }
}
