import { checkCompiler } from '../checks/check-compiler.ts'
import { checkManagement } from '../checks/check-interpreter.ts'
import { checkCmake, checkMake } from '../checks/check-make.ts'
import { checkRunner } from '../checks/check-runner.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })
const gradle = `
    -q --quiet -i --info -d --debug -s --stacktrace -S --full-stacktrace --scan:gadget --no-scan --offline --parallel
    --no-parallel --daemon --no-daemon --build-cache --no-build-cache --configuration-cache --no-configuration-cache
    --rerun-tasks --continue --refresh-dependencies --dry-run -m --console= --warning-mode= --tests= -x=
    --exclude-task= --max-workers= --profile --stop -t -p=:place --project-dir=:place -P=:gadget -D=:run
    -b=:run --build-file=:run -c=:run -I=:run --init-script=:run -g=:gadget --include-build=:run`
const maven = `
    -q -e -X -B --batch-mode -o --offline -U -ntp --no-transfer-progress -T= -pl= -am -amd -fae -ff -fn -N -v -V
    --also-make --projects= -P= --activate-profiles= -f=:run --file=:run -s=:gadget --settings=:gadget
    -gs=:gadget -D=:gadget -DskipTests=? -Dtest= -Dit.test= -Dmaven.test.skip=? -DfailIfNoTests= --quiet --errors`

const compiler: Profile = {
  options: `
      -[cSEvwPCMs] -pedantic -std= -pthread -shared -static -o=:write -l= -L=:read -I=:read -isystem=:read
      -include=:read -D= -U= -MM -MD -MMD -MP -MF=:write -MT= -MQ= -march= -x= -arch= -target=`,
  style: 'single',
  operands: 'read*',
  argumentFiles: true,
  anyOption: true,
  check: checkCompiler,
}

/** Build tools and compilers. */
export const buildTools: ProfileTable = {
  make: {
    options: `
        -# -[BdeiknpqrRsStvw] -j|--jobs=? -l=? --keep-going --silent --quiet --dry-run --just-print --question
        --always-make --touch --no-print-directory --print-directory --print-data-base --warn-undefined-variables
        --trace --debug=? --output-sync=? -O=? --no-builtin-rules -o= --old-file= -W= -C|--directory=:place
        -f|--file|--makefile=:run -I=:gadget --include-dir=:gadget -E=:run --eval=:run`,
    operands: 'goal*',
    check: checkMake,
  },
  gmake: {
    options: '-# -[Bdiknpqrst] -j|--jobs=? -C|--directory=:place -f=:run --eval=:run',
    operands: 'goal*',
    check: checkMake,
  },
  just: {
    options: `
        -l --list --summary -n --dry-run -q --quiet --show= --evaluate -f=:run --justfile=:run -d=:place --working-directory=:place
        --set=2:gadget --shell=:run -c:run --command:run --choose:run --chooser=:run`,
    operands: 'goal*',
  },
  task: {
    options: `
        -l --list -a --list-all -f --force -s --silent -p --parallel -n --dry -v -d=:place -t=:run
        --taskfile=:run -w --watch -y`,
    operands: 'goal*',
    check: (call) => /^exec/.test(call.argv[1]?.text ?? '') && call.gadget(1, 'starts a command'),
  },
  cmake: {
    options: `
        -S=:read -B=:write -G= -A= -T= -D= -U= -L -N --build=:list --target=:gadget -t=:gadget --config= -j=? --parallel=?
        --clean-first --install=:gadget --prefix=:write --preset= --fresh --list-presets=? -E:gadget -P=:run -C=:run
        -v --verbose --toolchain=:run --graphviz=:output`,
    operands: 'name*',
    check: checkCmake,
  },
  ctest: {
    options: `
        -V -VV -Q -N -R= -E= -L= -j=? --parallel= --output-on-failure --test-dir=:list -C= --preset= --rerun-failed
        --timeout= -S=:run -D=:gadget --build-and-test:gadget`,
    operands: 'name*',
  },
  ninja: {
    options: '-v -n -j= -k= -l= -C=:place -f=:run -t=:gadget -d= -w= --quiet --verbose',
    operands: 'goal*',
  },
  meson: {
    subcommands: {
      setup: { options: '-D=:gadget --buildtype= --prefix=:write --reconfigure --wipe:gadget', operands: 'write list' },
      compile: { options: '-C=:place -j= -v --clean', operands: 'name*' },
      test: { options: '-C=:place -v --list --suite= --wrapper=:run --gdb:run', operands: 'name*' },
      configure: { operands: 'list', options: '-D=:gadget' },
      introspect: { options: '--targets --tests -a', operands: 'list' },
    },
  },
  bazel: {
    options: '--bazelrc=:run --output_base=:write',
    subcommands: {
      build: { options: '-c= --config= -k --keep_going --jobs= --verbose_failures --test_output=', operands: 'name*' },
      test: {
        options:
          '-c= --config= -k --keep_going --jobs= --test_output= --test_filter= --runs_per_test= --run_under=:run',
        operands: 'name*',
      },
      query: { options: '--output=', operands: 'data' },
      info: { operands: 'name' },
      clean: { options: '--async --expunge:gadget' },
      run: { gadget: 'starts a target', operands: 'name*' },
    },
  },
  gcc: compiler,
  'g++': compiler,
  cc: compiler,
  'c++': compiler,
  clang: compiler,
  'clang++': compiler,
  swiftc: {
    options:
      '-o=:write -O -Onone -g -c -emit-library -emit-module -parse-as-library -module-name= -D= -swift-version= -typecheck',
    style: 'single',
    operands: 'read*',
    argumentFiles: true,
  },
  'sphinx-build': {
    options: `
        -b|--builder= -M= -a -E -j|--jobs= -d=:write -q -Q -v -n -W -T -N --keep-going --fail-on-warning -t= -A=
        -w=:write -c=:settings -C:gadget -D=:gadget -P:gadget`,
    operands: 'list write read*',
    argumentFiles: true,
  },
  mvn: {
    options: maven,
    operands: 'goal*',
    style: 'single',
    check: refuseOperands(/:/, 'starts a plugin by its coordinates'),
  },
  mvnw: {
    options: maven,
    operands: 'goal*',
    style: 'single',
    check: refuseOperands(/:/, 'starts a plugin by its coordinates'),
  },
  gradle: { options: gradle, operands: 'goal*' },
  gradlew: { options: gradle, operands: 'goal*' },
  ant: { options: '-q -v -p -k -f=:run -D=:gadget -lib=:run', style: 'single', operands: 'goal*' },
  sbt: { operands: 'goal*', check: refuseOperands(/[\s;]|^run/, 'runs more than a task') },
  dotnet: {
    options: '--info --list-sdks --list-runtimes',
    subcommands: {
      build: {
        options: `
            -c= --configuration= -f= --framework= -r= -o=:write --output=:write --no-restore --no-incremental -v=
            --verbosity= --nologo -p=:gadget`,
        operands: 'script',
        argumentFiles: true,
      },
      test: {
        options: '-c= --configuration= --filter= --no-build --no-restore -v= --logger= --nologo -l= --collect=',
        operands: 'script*',
        argumentFiles: true,
        check: refuseOperands(/=/, 'is a setting of the test run'),
      },
      restore: { options: '--no-cache -v=', operands: 'script', effects: ['network'] },
      publish: { options: '-c= -r= -o=:write --self-contained --no-restore', operands: 'script' },
      clean: { options: '-c=', operands: 'script' },
      format: { options: '--verify-no-changes --no-restore', operands: 'script' },
      list: { operands: 'name*' },
      run: { gadget: 'starts the program', operands: 'name*', options: '-c= --project=:script' },
    },
  },
  rails: {
    style: 'posix',
    anyOption: true,
    operands: 'goal*',
    check: (call) => checkManagement(call, 0),
  },
  swift: {
    subcommands: {
      build: { options: '-c= --configuration= -v --product=' },
      test: { options: '--filter= --parallel -v' },
      package: {
        subcommands: {
          describe: {},
          resolve: { effects: ['network'] },
          update: { effects: ['network'] },
          clean: {},
        },
      },
      run: { gadget: 'starts the program', operands: 'name*' },
    },
  },
  flutter: {
    subcommands: {
      test: { operands: 'script*', options: '--coverage' },
      analyze: {},
      build: { operands: 'name*', options: '--release --debug' },
      pub: { subcommands: { get: { effects: ['network'] }, outdated: { effects: ['network'] } } },
      doctor: { options: '-v' },
    },
  },
  mix: {
    subcommands: {
      test: { operands: 'script*', options: '--trace --failed --cover' },
      compile: { options: '--warnings-as-errors --force' },
      format: { operands: 'write*', options: '--check-formatted' },
      'deps.get': { effects: ['network'] },
      run: widens('starts code'),
    },
  },
  bundle: {
    subcommands: {
      install: { options: '--jobs= --retry= --without= --path=:write --deployment --quiet', effects: ['network'] },
      update: { operands: 'name*', effects: ['network'] },
      check: {},
      list: {},
      show: { operands: 'name' },
      info: { operands: 'name' },
      outdated: { effects: ['network'] },
      exec: { gadget: 'starts other programs', operands: 'name*', style: 'posix', check: checkRunner },
      add: { operands: 'name*', options: '--group= --version=', effects: ['network'] },
    },
  },
  rake: {
    options:
      '-T -P -D -s -q -t -n -v --tasks --trace --dry-run -f=:run -e=:code -E=:code -p=:code -r=:run -I=:run -R=:run',
    operands: 'goal*',
    check: refuseOperands(
      /^(?:TESTOPTS|TESTLOADER|TEST|SPEC|SPEC_OPTS|RUBY\w*|GEM\w*|BUNDLE\w*|PATH|LD_\w+|DYLD_\w+)=/,
      'changes what runs',
    ),
  },
}
