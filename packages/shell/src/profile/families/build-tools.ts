import { checkMake } from '../checks/check-make.ts'
import { checkRunner } from '../checks/check-runner.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const goFlags = `
    -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs=?
    -compiler= -gcflags= -installsuffix= -ldflags= -linkshared -mod= -modcacherw -modfile=:read -pgo=
    -pkgdir=:gadget -tags= -trimpath -o=:write -C=:directory -overlay=:run -toolexec=:run -gccgoflags=:run`
const go = (profile: Profile): Profile => ({ options: goFlags, style: 'single', operands: 'name*', ...profile })
const goTest = `
  ${goFlags} -run= -bench= -benchmem -benchtime= -count= -cpu= -failfast -fullpath -list= -parallel= -short
  -shuffle= -skip= -timeout= -json -vet= -fuzz= -fuzztime= -args -c -i -coverprofile=:write -cpuprofile=:write
  -memprofile=:write -blockprofile=:write -mutexprofile=:write -trace=:write -outputdir=:write -exec=:run`
const cargoFlags = `
    -p|--package= --workspace --all --exclude= --lib --bins --bin= --examples --example= --tests --test= --benches
    --bench= --all-targets -F|--features= --all-features --no-default-features -r|--release --profile= -j|--jobs=
    --keep-going --target= --target-dir=:write --message-format= -q|--quiet -v|--verbose -vv --color= --frozen
    --locked --offline --manifest-path=:script --no-run --no-fail-fast --doc --timings --ignore-rust-version
    --config=:run -Z=:gadget --fix:change --allow-dirty --allow-staged --deps --no-deps --open:gadget -C=:gadget
    --all --check --edition=`
const cargo = (profile: Profile = {}): Profile => ({ options: cargoFlags, operands: 'name*', ...profile })
const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })
const gradle = `
    -q --quiet -i --info -d --debug -s --stacktrace -S --full-stacktrace --scan --no-scan --offline --parallel
    --no-parallel --daemon --no-daemon --build-cache --no-build-cache --configuration-cache --no-configuration-cache
    --rerun-tasks --continue --refresh-dependencies --dry-run -m --console= --warning-mode= --tests= -x=
    --exclude-task= --max-workers= --profile --stop -t -p=:directory --project-dir=:directory -P=:gadget -D=:run
    -b=:script --build-file=:script -c=:script -I=:run --init-script=:run -g=:gadget --include-build=:run`
const maven = `
    -q -e -X -B --batch-mode -o --offline -U -ntp --no-transfer-progress -T= -pl= -am -amd -fae -ff -fn -N -v -V
    --also-make --projects= -P= --activate-profiles= -f=:script --file=:script -s=:gadget --settings=:gadget
    -gs=:gadget -D=:gadget --quiet --errors`

/** Build tools and compilers. */
export const buildTools: ProfileTable = {
  make: {
    options: `
        -# -[BdeiknpqrRsStvw] -j|--jobs=? -l=? --keep-going --silent --quiet --dry-run --just-print --question
        --always-make --touch --no-print-directory --print-directory --print-data-base --warn-undefined-variables
        --trace --debug=? --output-sync=? -O=? --no-builtin-rules -o= --old-file= -W= -C|--directory=:directory
        -f|--file|--makefile=:script -I=:gadget --include-dir=:gadget -E=:run --eval=:run`,
    operands: 'name*',
    check: checkMake,
  },
  gmake: {
    options: '-# -[Bdiknpqrst] -j|--jobs=? -C|--directory=:directory -f=:script --eval=:run',
    operands: 'name*',
    check: checkMake,
  },
  just: {
    options: `
        -l --list --summary -n --dry-run -q --quiet --show= --evaluate -f=:script --justfile=:script -d=:directory
        --set=2:gadget --shell=:run -c:run --command:run --choose:run --chooser=:run`,
    operands: 'name*',
  },
  task: {
    options: `
        -l --list -a --list-all -f --force -s --silent -p --parallel -n --dry -v -d=:directory -t=:script
        --taskfile=:script -w --watch -y`,
    operands: 'name*',
    check: (call) => /^exec/.test(call.argv[1]?.text ?? '') && call.gadget(1, 'starts a command'),
  },
  cmake: {
    options: `
        -S=:read -B=:write -G= -A= -T= -D=:gadget -U= -L -N --build=:list --target= -t= --config= -j=? --parallel=?
        --clean-first --install=:list --prefix=:write --preset= --fresh --list-presets=? -E:gadget -P=:run -C=:run
        -v --verbose --toolchain=:run --graphviz=:output`,
    operands: 'list',
  },
  ctest: {
    options: `
        -V -VV -Q -N -R= -E= -L= -j=? --parallel= --output-on-failure --test-dir=:list -C= --preset= --rerun-failed
        --timeout= -S=:run -D=:gadget --build-and-test:gadget`,
    operands: 'name*',
  },
  ninja: {
    options: '-v -n -j= -k= -l= -C=:directory -f=:script -t=:change -d= -w= --quiet --verbose',
    operands: 'name*',
  },
  meson: {
    subcommands: {
      setup: { options: '-D=:gadget --buildtype= --prefix=:write --reconfigure --wipe:gadget', operands: 'write list' },
      compile: { options: '-C=:directory -j= -v --clean', operands: 'name*' },
      test: { options: '-C=:directory -v --list --suite= --wrapper=:run --gdb:run', operands: 'name*' },
      configure: { operands: 'list', options: '-D=:gadget' },
      introspect: { options: '--targets --tests -a', operands: 'list', readonly: true },
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
      info: { operands: 'name', readonly: true },
      clean: { options: '--async --expunge:gadget' },
      run: { gadget: 'starts a target', operands: 'name*' },
    },
  },
  gcc: {
    options: `
        -[cgSEvw] -W -Wall -Wextra -Werror -pedantic -std= -O0 -O1 -O2 -O3 -Os -Og -O -g3 -ggdb -fPIC -pthread
        -shared -static -o=:write -l= -L=:read -I=:read -D= -U= -MMD -MP -m64 -m32 -march=`,
    style: 'single',
    operands: 'read*',
  },
  go: {
    subcommands: {
      build: go({}),
      install: go({ effects: ['network'] }),
      test: go({ options: goTest }),
      vet: go({ options: `${goFlags} -json -c= -vettool=:run` }),
      list: go({
        options: `${goFlags} -f= -json=? -m -u -deps -test -e -find -versions -export:change`,
        readonly: true,
      }),
      fmt: { options: '-n -x -mod=', style: 'single', operands: 'name*' },
      env: { options: '-json -changed -w:gadget -u:gadget', style: 'single', operands: 'name*', readonly: true },
      version: { options: '-m -v', style: 'single', operands: 'read*', readonly: true },
      doc: { options: '-all -short -src -u -c -cmd', style: 'single', operands: 'name*', readonly: true },
      help: { operands: 'name*', readonly: true },
      clean: { options: '-cache -testcache -modcache -n -r -i -x', style: 'single', operands: 'name*' },
      get: go({ options: `${goFlags} -u=? -t -d`, effects: ['network'] }),
      mod: {
        subcommands: {
          tidy: { options: '-v -e -x -go= -compat=', style: 'single', effects: ['network'] },
          download: { options: '-json -x', style: 'single', operands: 'name*', effects: ['network'] },
          verify: { readonly: true },
          graph: { readonly: true, options: '-go=', style: 'single' },
          why: { options: '-m -vendor', style: 'single', operands: 'name*', readonly: true },
          vendor: { options: '-v -e', style: 'single' },
          init: { operands: 'name' },
          edit: {
            options: '-json -print -fmt -require= -droprequire= -go= -replace=:gadget -module=:gadget',
            style: 'single',
            operands: 'write',
          },
        },
      },
      work: { subcommands: { sync: {}, use: { operands: 'name*' }, init: { operands: 'name*' } } },
      run: {
        ...go({}),
        style: 'posix',
        options: '',
        gadget: 'starts a program',
        operands: 'script name*',
        check: refuseOperands(/[@:]|^[\w-]+\.[\w.-]+\//, 'starts code from elsewhere'),
      },
      generate: go({ gadget: 'starts the commands in comments' }),
      tool: { gadget: 'starts a tool', operands: 'gadget*' },
      bug: widens('starts a browser'),
    },
  },
  gofmt: { options: '-[dels] -w:change -r=', style: 'single', operands: 'read*', readonly: true },
  cargo: {
    options: '-q -v -vv --offline --locked --frozen --color= --config=:run -C=:gadget -Z=:gadget',
    subcommands: {
      build: cargo(),
      b: cargo(),
      check: cargo(),
      c: cargo(),
      test: cargo(),
      t: cargo(),
      bench: cargo(),
      doc: cargo(),
      clippy: cargo(),
      fmt: { options: '-p= --package= --all --check -q -v --message-format=', operands: 'name*' },
      clean: cargo(),
      fix: cargo(),
      update: cargo({ effects: ['network'] }),
      fetch: cargo({ effects: ['network'] }),
      add: {
        options: `
            --dev --build --optional -F= --features= --no-default-features --rename= -p= --dry-run --git=:gadget
            --path=:script --registry=:gadget`,
        operands: 'name*',
        effects: ['network'],
      },
      remove: { options: '--dev --build -p=', operands: 'name*' },
      tree: {
        options: `${cargoFlags} -i= --invert= -d --duplicates -e= --edges= --depth= --prefix= -f= --format=`,
        operands: 'name*',
        readonly: true,
      },
      metadata: {
        options: '--format-version= --no-deps --manifest-path=:script --offline --locked -q',
        readonly: true,
      },
      version: { readonly: true },
      'locate-project': { readonly: true, options: '--workspace --message-format=' },
      pkgid: { operands: 'name*', readonly: true },
      search: { operands: 'name*', options: '--limit=', effects: ['network'] },
      info: { operands: 'name*', effects: ['network'] },
      new: { options: '--lib --bin --name= --vcs= --edition=', operands: 'write' },
      init: { options: '--lib --bin --name= --vcs=', operands: 'write' },
      run: cargo({ gadget: 'starts the program' }),
      r: cargo({ gadget: 'starts the program' }),
      install: widens('installs a program'),
      uninstall: { operands: 'name*' },
      publish: widens('publishes'),
      yank: widens('takes a release back'),
      login: widens('changes the account'),
      owner: widens('changes the account'),
      nextest: { subcommands: { run: cargo(), list: cargo() } },
      audit: { effects: ['network'], options: '-q --json' },
      outdated: { effects: ['network'], options: '-R' },
      deny: { operands: 'name*', options: '-A=' },
      expand: cargo(),
      machete: {},
      vendor: { operands: 'write' },
      package: cargo(),
    },
  },
  rustc: {
    options: `
        -o=:write -O -g --edition= --crate-type= --crate-name= --emit= --target= --test -V -v --explain= --print=
        -L=:read --cfg= -C=:run -Z=:gadget -l=:gadget`,
    operands: 'read',
  },
  rustup: {
    subcommands: {
      show: { operands: 'name', readonly: true },
      toolchain: {
        subcommands: { list: { readonly: true, options: '-v' }, install: { operands: 'name*', effects: ['network'] } },
      },
      target: {
        subcommands: {
          list: { readonly: true, options: '--installed' },
          add: { operands: 'name*', effects: ['network'] },
        },
      },
      component: {
        subcommands: {
          list: { readonly: true, options: '--installed' },
          add: { operands: 'name*', effects: ['network'] },
        },
      },
      update: { operands: 'name*', effects: ['network'] },
      which: { operands: 'name', readonly: true },
      run: widens('starts a program'),
    },
  },
  mvn: {
    options: maven,
    operands: 'name*',
    style: 'single',
    check: refuseOperands(/:/, 'starts a plugin by its coordinates'),
  },
  mvnw: { options: maven, operands: 'name*', style: 'single' },
  gradle: { options: gradle, operands: 'name*' },
  ant: { options: '-q -v -p -k -f=:script -D=:gadget -lib=:run', style: 'single', operands: 'name*' },
  sbt: { operands: 'data*' },
  dotnet: {
    options: '--info --list-sdks --list-runtimes',
    readonly: true,
    subcommands: {
      build: {
        options: `
            -c= --configuration= -f= --framework= -r= -o=:write --output=:write --no-restore --no-incremental -v=
            --verbosity= --nologo -p=:gadget`,
        operands: 'script',
      },
      test: {
        options: '-c= --configuration= --filter= --no-build --no-restore -v= --logger= --nologo -l= --collect=',
        operands: 'script',
      },
      restore: { options: '--no-cache -v=', operands: 'script', effects: ['network'] },
      publish: { options: '-c= -r= -o=:write --self-contained --no-restore', operands: 'script' },
      clean: { options: '-c=', operands: 'script' },
      format: { options: '--verify-no-changes --no-restore', operands: 'script' },
      list: { operands: 'name*', readonly: true },
      run: { gadget: 'starts the program', operands: 'name*', options: '-c= --project=:script' },
    },
  },
  swift: {
    subcommands: {
      build: { options: '-c= --configuration= -v --product=' },
      test: { options: '--filter= --parallel -v' },
      package: {
        subcommands: {
          describe: { readonly: true },
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
      check: { readonly: true },
      list: { readonly: true },
      show: { operands: 'name', readonly: true },
      info: { operands: 'name', readonly: true },
      outdated: { effects: ['network'] },
      exec: { gadget: 'starts other programs', operands: 'name*', style: 'posix', check: checkRunner },
      add: { operands: 'name*', options: '--group= --version=', effects: ['network'] },
    },
  },
  rake: {
    options:
      '-T -P -D -s -q -t -n -v --tasks --trace --dry-run -f=:script -e=:code -E=:code -p=:code -r=:run -I=:run -R=:run',
    operands: 'name*',
  },
  turbo: {
    options: `
        --filter= -F= --no-daemon --concurrency= --force --dry-run=? --no-cache --output-logs= --parallel --continue
        --cwd=:directory`,
    operands: 'name*',
  },
  nx: {
    options:
      '--configuration= -c= --target= -t= --all --base= --head= --parallel=? --skip-nx-cache --verbose --projects= -p=',
    operands: 'name*',
  },
  lerna: {
    options: '--scope= --ignore= --stream --parallel --no-bail --since=? --concurrency=',
    subcommands: {
      run: { options: '--scope= --stream --parallel', operands: 'name*' },
      list: { options: '-a --all --json', readonly: true },
      ls: { readonly: true, options: '-a' },
      bootstrap: { effects: ['network'] },
      changed: { readonly: true },
      exec: widens('starts other programs'),
      publish: widens('publishes'),
    },
  },
  webpack: {
    options: `
        --mode= --env= --watch -w --progress --json=?:output -o=:write --output-path=:write -c=:script
        --config=:script --stats=`,
    operands: 'read*',
  },
  vite: {
    options: `
        --port= --host=? --mode= -m= -c=:script --config=:script --base= --outDir=:write --watch --strictPort
        --logLevel= -l= --open:gadget`,
    subcommandOptional: true,
    operands: 'name*',
    subcommands: {
      build: {
        options: `
            --mode= -m= --outDir=:write --watch --minify=? --sourcemap=? -c=:script --config=:script --emptyOutDir
            --ssr=?`,
        operands: 'list',
      },
      dev: { options: '--port= --host=? --mode= -c=:script --config=:script', operands: 'list' },
      preview: { options: '--port= --host=?' },
    },
  },
  esbuild: {
    options: `
        --bundle --minify --outfile=:write --outdir=:write --format= --platform= --target= --sourcemap=? --watch
        --external:gadget --tsconfig=:read --log-level= --loader:gadget --splitting --metafile=:write`,
    operands: 'read*',
  },
  rollup: {
    options: `
        -c=? --config=? -w --watch -i= --input= -o=:write --file=:write -d=:write --dir=:write -f= --format=
        --silent -p=:run --plugin=:run --configPlugin=:run`,
    operands: 'read*',
  },
}
