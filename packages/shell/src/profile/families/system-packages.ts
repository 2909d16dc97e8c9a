import { checkPackages } from '../checks/check-packages.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const install: Profile = {
  gadget: 'changes what is installed',
  options: `
      -[yqvsdufm] --yes --assume-yes --no-install-recommends --quiet --dry-run --simulate --download-only
      --only-upgrade --reinstall --fix-missing --no-cache --virtual= -t= --needed --noconfirm --cask --formula
      --allow-downgrades:gadget --allow-unauthenticated:gadget -o=:run --option=:run -c=:run --config-file=:run`,
  operands: 'name*',
  effects: ['network', 'system'],
  check: checkPackages,
}
const reads: Profile = {
  options:
    '-[alnqvs] --installed --upgradable --all-versions --json --versions --formula --cask --names-only -o=:run -c=:run',
  operands: 'name*',
  readonly: true,
}
const asks: Profile = { ...reads, readonly: false, effects: ['network'] }
const apt: Profile = {
  options: '-[yqs] --yes -o=:run --option=:run -c=:run --config-file=:run',
  subcommands: {
    install,
    remove: install,
    purge: { ...install, gadget: 'removes configuration too' },
    autoremove: install,
    update: install,
    upgrade: install,
    'dist-upgrade': { ...install, gadget: 'changes the whole system' },
    'full-upgrade': { ...install, gadget: 'changes the whole system' },
    clean: install,
    autoclean: install,
    download: install,
    list: reads,
    show: reads,
    search: reads,
    policy: reads,
    depends: reads,
    rdepends: reads,
    showpkg: reads,
    check: reads,
  },
}

/** A formula given as a path is code. */
const formulas: Profile = { ...reads, check: refuseOperands(/\/|\.rb$/, 'evaluates a formula') }

/** Package managers of operating systems, and of Ruby, PHP and others. */
export const systemPackages: ProfileTable = {
  apt,
  'apt-get': apt,
  'apt-cache': apt,
  dpkg: {
    options: `
        -l|--list -L|--listfiles -s|--status -S|--search -p|--print-avail --get-selections --print-architecture
        --compare-versions -i=:gadget --install=:gadget -r=:gadget --remove=:gadget -P=:gadget --purge=:gadget
        --configure=:gadget -a:gadget -I=:read --info=:read -c=:read --contents=:read`,
    operands: 'name*',
    readonly: true,
    check: (call) => call.parsed.options.length === 0 && call.gadget(0, 'changes the system'),
  },
  'dpkg-query': {
    options: '-l|--list -L|--listfiles -s|--status -S|--search -W|--show -f|--showformat=',
    operands: 'name*',
    readonly: true,
  },
  dnf: {
    options: '-y -q --assumeyes -c=:run --setopt=:run',
    subcommands: {
      install,
      remove: install,
      update: install,
      upgrade: install,
      list: asks,
      info: asks,
      search: asks,
      repoquery: asks,
    },
  },
  yum: {
    options: '-y -q -c=:run --setopt=:run',
    subcommands: { install, remove: install, update: install, list: asks, info: asks, search: asks },
  },
  apk: {
    options: '-q --quiet --no-cache',
    subcommands: {
      add: install,
      del: install,
      update: install,
      upgrade: install,
      info: reads,
      list: reads,
      search: asks,
      version: reads,
    },
  },
  pacman: {
    options: `
        -Q -Qi -Ql -Qs -Qe -Qq -Ss -Si -S:change -Sy:change -Syu:change -R:gadget -Rs:gadget -U:gadget --noconfirm
        --needed`,
    operands: 'name*',
  },
  brew: {
    options: '-q -v --quiet --verbose',
    subcommands: {
      install,
      reinstall: install,
      upgrade: install,
      update: install,
      uninstall: install,
      cleanup: install,
      list: reads,
      ls: reads,
      info: asks,
      search: asks,
      outdated: asks,
      deps: formulas,
      uses: formulas,
      leaves: reads,
      doctor: reads,
      config: reads,
      services: { subcommands: { list: reads, start: install, stop: install, restart: install, info: reads } },
      '--prefix': reads,
    },
  },
  gem: {
    subcommands: {
      install: {
        options: '-v= --version= --no-document -N --user-install --source=:gadget',
        operands: 'name*',
        effects: ['network'],
        check: checkPackages,
      },
      list: { options: '-l --local -a', operands: 'name*', readonly: true },
      uninstall: { options: '-v= -x -a', operands: 'name*' },
      env: { operands: 'name', readonly: true },
      environment: { operands: 'name', readonly: true },
      which: { operands: 'name*', readonly: true },
      contents: { operands: 'name*', readonly: true },
      search: { operands: 'name*', effects: ['network'] },
      outdated: { effects: ['network'] },
      build: { operands: 'script' },
    },
  },
  composer: {
    options: '-n -q -v --no-interaction --no-ansi -d=:place',
    subcommands: {
      install: {
        options: '--no-dev --prefer-dist --no-progress --no-scripts --optimize-autoloader -o --dry-run',
        effects: ['network'],
      },
      update: { options: '--no-dev --prefer-dist --dry-run -W', operands: 'name*', effects: ['network'] },
      require: { options: '--dev -W', operands: 'name*', effects: ['network'], check: checkPackages },
      remove: { options: '--dev', operands: 'name*' },
      show: { options: '-i -t --tree --latest -o', operands: 'name*' },
      validate: { options: '--strict' },
      'dump-autoload': { options: '-o' },
      outdated: { effects: ['network'] },
      test: {},
      'run-script': { operands: 'name', gadget: 'starts a script' },
    },
    subcommandOptional: true,
    operands: 'gadget*',
  },
  snap: {
    subcommands: {
      list: asks,
      info: asks,
      find: asks,
      install: { ...install, gadget: 'installs a program' },
      remove: install,
      refresh: install,
    },
  },
  flatpak: {
    subcommands: {
      list: reads,
      info: reads,
      search: asks,
      install,
      update: install,
      uninstall: install,
      run: { gadget: 'starts a program', operands: 'gadget*' },
    },
  },
  rpm: {
    options: `
        -q -qa -qi -ql -qf -qR --query --all -i:gadget -U:gadget -e:gadget --eval=:run -E=:run --pipe=:run
        --define=:run -D=:run`,
    operands: 'name*',
    readonly: true,
    check: (call) =>
      !call.has('-q', '-qa', '-qi', '-ql', '-qf', '-qR', '--query') && call.gadget(0, 'changes the system'),
  },
}
