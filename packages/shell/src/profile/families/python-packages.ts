import type { CallBuilder } from '../call-builder.ts'
import { checkPackages } from '../checks/check-packages.ts'
import { checkRunner } from '../checks/check-runner.ts'
import type { Profile, ProfileTable } from '../profile.ts'

/** `pip install -r requirements.txt evil`: a rule that spells the list covers no additional package. */
function checkRequirements(call: CallBuilder): void {
  checkPackages(call)
  const lists = call.parsed.options.filter(({ option }) => option.role === 'script')
  for (const { index } of lists.length === 0 ? [] : call.parsed.operands)
    call.gadget(index, 'installs more than the list', { beyondName: true })
  for (const { index } of lists.slice(1)) call.gadget(index, 'installs more than one list', { beyondName: true })
}

const pipInstall: Profile = {
  options: `
      -r|--requirement=:script -c|--constraint=:read -e|--editable=:script -U|--upgrade --upgrade-strategy=
      -q|--quiet -v|--verbose -y|--yes --user:gadget --no-deps --no-cache-dir --pre --force-reinstall --ignore-installed
      --no-build-isolation --only-binary= --no-binary=:gadget --require-hashes --dry-run --progress-bar=
      --disable-pip-version-check --break-system-packages:gadget -t=:write --target=:write --root=:write
      --prefix=:write -i=:gadget --index-url=:gadget --extra-index-url=:gadget -f=:gadget --find-links=:gadget
      --trusted-host=:gadget --no-index --proxy=:gadget --config-settings=:gadget --global-option=:gadget
      --python=:run --report=:output --log=:output`,
  operands: 'name*',
  effects: ['network', 'writes'],
  check: checkRequirements,
}
const asks: Profile = {
  options: `
      -v -q --format= -o|--outdated:change -u|--uptodate:change -f --json --path=:list --user --not-required -l --local --exclude=
      --all`,
  operands: 'name*',
}
const reads: Profile = { ...asks, readonly: true }
const plain: Profile = {
  options: `
      -q -v -y --yes --quiet --verbose -D --dev --group= -G= --no-dev --all-extras --extras= -E= --extra= --frozen
      --locked --no-root --sync --no-sync --only= --with= --without= -n --no-interaction --dry-run --upgrade -U
      --upgrade-package= -P= --package= --all-packages --no-cache --offline`,
  operands: 'name*',
}
const installs: Profile = { ...plain, check: checkPackages, effects: ['network', 'writes'] }
const runs: Profile = {
  options: `
      --with=:run --with-editable=:run -m=:run --module=:run --python=:run -p=:run --env-file=:gadget --frozen
      --locked --no-sync --isolated --no-project --extra= --group= --dev --no-dev --all-extras -q --quiet -v
      --verbose --offline --package= --script:gadget -s:gadget`,
  operands: 'name*',
  style: 'posix',
  check: checkRunner,
}
const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })

const pip: Profile = {
  options: '-q --quiet -v --verbose --disable-pip-version-check --isolated --no-color --no-input',
  subcommands: {
    install: pipInstall,
    download: { ...pipInstall },
    wheel: { ...pipInstall },
    uninstall: { options: '-y --yes -r=:read -q', operands: 'name*' },
    list: reads,
    freeze: reads,
    show: reads,
    check: reads,
    inspect: reads,
    help: reads,
    index: { ...asks, effects: ['network'] },
    search: { ...asks, effects: ['network'] },
    cache: { subcommands: { dir: { readonly: true }, info: { readonly: true }, list: { readonly: true }, purge: {} } },
    hash: { operands: 'read*', readonly: true },
    debug: reads,
    config: {
      subcommands: {
        list: { readonly: true },
        get: { operands: 'name', readonly: true },
        debug: { readonly: true },
        set: widens('changes the configuration'),
        unset: widens('changes the configuration'),
        edit: widens('starts an editor'),
      },
    },
  },
}

/** Package and environment managers of Python. */
export const pythonPackages: ProfileTable = {
  pip,
  pip3: pip,
  pipx: {
    subcommands: {
      list: { options: '--short --json', readonly: true },
      install: widens('installs a program'),
      run: { ...runs, gadget: 'starts a package' },
      upgrade: widens('installs a program'),
      inject: widens('installs a program'),
      uninstall: { operands: 'name*' },
      environment: { readonly: true },
    },
  },
  uv: {
    options: '-q --quiet -v --verbose --no-cache --offline --directory=:place --project=:place --color= --no-progress',
    subcommands: {
      run: { ...runs, gadget: 'starts other programs' },
      sync: installs,
      lock: installs,
      add: installs,
      remove: plain,
      tree: { ...plain },
      init: plain,
      build: plain,
      export: {
        options: '--format= --no-hashes --no-dev --frozen -o=:output --output-file=:output --all-extras',
      },
      venv: { options: '--python=:run -p=:run --seed --system-site-packages', operands: 'write', effects: ['writes'] },
      pip: {
        subcommands: {
          install: pipInstall,
          uninstall: { operands: 'name*' },
          list: asks,
          freeze: asks,
          show: asks,
          check: asks,
          tree: asks,
          compile: { options: '-o=:write --output-file=:write --upgrade -U -q --generate-hashes', operands: 'read*' },
          sync: { operands: 'read*' },
        },
      },
      python: {
        subcommands: {
          list: { options: '--only-installed --all-versions' },
          find: { operands: 'name' },
          install: { operands: 'name*', effects: ['network'] },
          pin: { operands: 'name' },
        },
      },
      tool: {
        subcommands: {
          list: {},
          run: { ...runs, gadget: 'starts a package' },
          install: widens('installs a program'),
        },
      },
      publish: widens('publishes'),
      self: widens('changes the program'),
      cache: { subcommands: { dir: {}, clean: {}, prune: {} } },
      version: {},
    },
  },
  uvx: { ...runs, gadget: 'starts a package' },
  poetry: {
    options: '-q -v -n --no-interaction --no-ansi -C=:place --directory=:place -P=:place',
    subcommands: {
      run: { ...runs, gadget: 'starts other programs' },
      install: installs,
      add: installs,
      update: installs,
      lock: installs,
      sync: installs,
      remove: plain,
      show: {
        options: '--tree -t --latest -l --outdated -o --all -a --top-level -T --only= --with= --without= --why',
        operands: 'name*',
      },
      check: { options: '--lock --strict' },
      version: { options: '-s --short --dry-run', operands: 'name' },
      build: { options: '-f= --format= -o=:write' },
      env: {
        subcommands: {
          info: { options: '-p --path -e' },
          list: { options: '--full-path' },
          use: widens('starts another interpreter'),
          remove: { operands: 'name*' },
        },
      },
      export: {
        options: '-f= --format= --without-hashes --with= --without= -o=:output --output=:output',
      },
      shell: widens('starts a shell'),
      publish: widens('publishes'),
      config: widens('changes the configuration'),
      new: { operands: 'write' },
      init: plain,
      self: widens('changes the program'),
      source: widens('changes where code comes from'),
      search: { operands: 'name*', effects: ['network'] },
    },
  },
  pipenv: {
    options: '-q -v',
    subcommands: {
      run: { ...runs, gadget: 'starts other programs' },
      install: installs,
      update: installs,
      lock: installs,
      sync: installs,
      uninstall: plain,
      graph: { options: '--json --bare' },
      check: { readonly: false, effects: ['network'] },
      shell: widens('starts a shell'),
      verify: {},
    },
  },
  hatch: {
    options: '-q -v -e= --env=',
    subcommands: {
      run: { ...runs, gadget: 'starts other programs' },
      build: plain,
      test: plain,
      fmt: plain,
      version: { operands: 'name' },
      env: { subcommands: { show: {}, create: {}, find: {}, prune: {} } },
      shell: widens('starts a shell'),
      publish: widens('publishes'),
    },
  },
  conda: {
    subcommands: {
      list: { options: '-n= --json --export -e', operands: 'name*', readonly: true },
      info: { options: '--envs -e --json', readonly: true },
      env: {
        subcommands: {
          list: { readonly: true },
          export: { options: '-n= --no-builds --from-history', readonly: true },
          create: { options: '-f=:script -n= -y', effects: ['network'] },
        },
      },
      install: {
        options: '-n= -y --yes -q --freeze-installed -c=:gadget --channel=:gadget --file=:read',
        operands: 'name*',
        effects: ['network'],
      },
      create: { options: '-n= -y --yes -q', operands: 'name*', effects: ['network'] },
      activate: { operands: 'name' },
      deactivate: {},
      run: { ...runs, options: '-n= --no-capture-output --live-stream', gadget: 'starts other programs' },
      search: { operands: 'name*', effects: ['network'] },
      remove: { options: '-n= --all -y', operands: 'name*' },
    },
  },
  easy_install: { operands: 'gadget*' },
}
