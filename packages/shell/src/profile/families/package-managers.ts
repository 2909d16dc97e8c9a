import { checkPackages, checkPassed } from '../checks/check-packages.ts'
import { checkRunner } from '../checks/check-runner.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'
import { pythonPackages } from './python-packages.ts'
import { systemPackages } from './system-packages.ts'

const npmOptions = `
    -s --silent -d -dd --loglevel= -q --quiet --verbose -w|--workspace=:text --workspaces --ws --include-workspace-root
    --if-present --json --long -l --parseable -p --depth= --all -a --omit= --include= --only= --production --prod -P
    --dev -D --save-dev -S --save -O --save-optional -E --save-exact --save-peer --save-bundle --no-save
    --no-package-lock --package-lock-only --package-lock=? --dry-run --ignore-scripts --no-audit --no-fund --audit=?
    --fund=? --prefer-offline --prefer-dedupe --offline --legacy-peer-deps --strict-peer-deps --no-optional
    --no-progress --progress=? --color=? --no-color --foreground-scripts --install-strategy= --engine-strict
    --frozen-lockfile --no-frozen-lockfile --immutable --check-cache --non-interactive --network-timeout=
    --cwd=:place -C=:place --prefix=:place --dir=:place --filter=:text -F=:text --filter-prod=:text -r --recursive
    --parallel --stream --sort --no-sort --no-bail --bail --aggregate-output --reporter= --reporter-hide-prefix
    --workspace-root --changed-files-ignore-pattern= --lockfile-only --shamefully-hoist --no-lockfile --tag=
    --access=:gadget --userconfig=:run --globalconfig=:run -g:gadget --global:gadget --location=:gadget -f:gadget
    --force:gadget --registry=:gadget --script-shell=:run --shell=:run --node-options=:run --git=:run --editor=:run
    --viewer=:run --call=:run -c=:run --shell-mode:gadget --package=:run --allow-scripts=:gadget
    --scripts-prepend-node-path=:gadget --unsafe-perm:gadget`
const sub = (profile: Profile = {}): Profile => ({ options: npmOptions, operands: 'name*', ...profile })
const install = sub({ check: checkPackages, effects: ['network', 'writes'] })
const script = sub({ check: checkPassed })
const reads = sub({ readonly: true })
const asks = sub({ effects: ['network'] })
const looks = sub({ effects: ['network'], check: refuseOperands(/:\/\/|^git@/, 'is not a package of the registry') })
const widens = (why: string): Profile => sub({ gadget: why })
const runner = (): Profile => ({
  options: `
      -q --quiet --silent --no-install --no -y:gadget --yes:gadget -p=:run --package=:run -c=:run --call=:run
      --shell-auto-fallback=?:gadget --ignore-existing:gadget -n=:run --node-arg=:run --bun:change -b`,
  operands: 'name*',
  style: 'posix',
  check: checkRunner,
})

const scripts: Readonly<Record<string, Profile>> = {
  run: script,
  'run-script': script,
  test: script,
  t: script,
  tst: script,
  start: script,
  stop: script,
  restart: script,
}
/** pnpm and yarn hand everything after a script's name to the script. */
const passing = Object.fromEntries(
  ['run', 'run-script', 'test', 't', 'start'].map((name) => [name, sub({ anyOption: true, check: checkPassed })]),
)
const common: Readonly<Record<string, Profile>> = {
  ...scripts,
  install,
  i: install,
  add: install,
  in: install,
  ci: install,
  'clean-install': install,
  'install-test': install,
  it: install,
  update: install,
  up: install,
  upgrade: install,
  dedupe: install,
  ddp: install,
  prune: script,
  rebuild: script,
  uninstall: script,
  remove: script,
  rm: script,
  un: script,
  unlink: script,
  version: script,
  pack: script,
  ls: reads,
  list: reads,
  ll: reads,
  la: reads,
  root: reads,
  bin: reads,
  prefix: reads,
  explain: reads,
  why: reads,
  help: asks,
  view: looks,
  info: looks,
  show: looks,
  v: looks,
  outdated: asks,
  search: asks,
  audit: asks,
  fund: asks,
  ping: asks,
  doctor: asks,
  licenses: asks,
  exec: { ...runner(), gadget: 'starts other programs', options: `${runner().options} ${npmOptions}` },
  x: { ...runner(), gadget: 'starts other programs', options: `${runner().options} ${npmOptions}` },
  dlx: { ...runner(), gadget: 'starts a package' },
  create: sub({ gadget: 'starts a package', operands: 'gadget*' }),
  init: sub({ gadget: 'starts a package', operands: 'gadget*' }),
  innit: sub({ gadget: 'starts a package', operands: 'gadget*' }),
  publish: widens('publishes the package'),
  unpublish: widens('takes a package back'),
  deprecate: widens('changes a package'),
  login: widens('changes the account'),
  logout: widens('changes the account'),
  adduser: widens('changes the account'),
  token: widens('shows or makes access tokens'),
  owner: widens('changes the account'),
  access: widens('changes the account'),
  team: widens('changes the account'),
  org: widens('changes the account'),
  profile: widens('changes the account'),
  'dist-tag': widens('changes what others install'),
  hook: widens('changes the account'),
  whoami: asks,
  edit: widens('starts an editor'),
  explore: widens('starts a shell'),
  repo: asks,
  docs: asks,
  bugs: asks,
  link: widens('links code from elsewhere'),
  ln: widens('links code from elsewhere'),
  import: script,
  shrinkwrap: script,
  completion: reads,
  config: sub({
    readonly: true,
    subcommands: {
      get: sub({ readonly: true, check: refuseOperands(/auth|token|password|secret|_key$/i, 'shows credentials') }),
      list: reads,
      ls: reads,
      set: widens('changes the configuration'),
      delete: widens('changes the configuration'),
      edit: widens('changes the configuration'),
    },
  }),
  get: sub({ readonly: true, check: refuseOperands(/auth|token|password|secret|_key$/i, 'shows credentials') }),
  set: widens('changes the configuration'),
  cache: sub({
    subcommands: { clean: script, verify: script, ls: reads, dir: reads, list: reads, add: widens('loads code') },
  }),
  pkg: sub({ readonly: true, subcommands: { get: reads, set: script, delete: script, fix: script } }),
  query: reads,
}

/** pnpm and yarn run code that the workspace names (`.pnpmfile.cjs`, `yarnPath`) whatever they are asked: nothing of them only reads. */
const obeying = (subcommands: Readonly<Record<string, Profile>>): Readonly<Record<string, Profile>> =>
  Object.fromEntries(
    Object.entries(subcommands).map(([name, { readonly: _, subcommands: inner, ...profile }]) => [
      name,
      inner === undefined ? profile : { ...profile, subcommands: obeying(inner) },
    ]),
  )

/** Package managers for JavaScript; those for Python and for systems are in neighbouring files. */
export const packageManagers: ProfileTable = {
  npm: { options: npmOptions, subcommands: common, readonly: true },
  // pnpm, yarn and bun take a script's name in place of a sub-command.
  pnpm: {
    options: npmOptions,
    subcommands: obeying({
      ...common,
      ...passing,
      store: sub({ subcommands: { path: reads, status: reads, prune: script } }),
      setup: widens('changes the machine'),
      env: widens('installs other versions'),
      patch: script,
      'self-update': widens('changes the program'),
      fetch: install,
      deploy: widens('copies the project'),
    }),
    subcommandOptional: true,
    operands: 'name*',
  },
  yarn: {
    options: npmOptions,
    subcommands: obeying({
      ...common,
      ...passing,
      node: runner(),
      workspaces: sub({
        subcommands: { info: reads, list: reads, run: script, foreach: widens('starts other programs') },
      }),
      workspace: script,
      plugin: widens('loads a plugin'),
      set: widens('changes the program'),
      policies: widens('changes the program'),
      global: widens('changes the machine'),
      generate: script,
      patch: script,
      'generate-lock-entry': reads,
      constraints: reads,
      stage: script,
      npm: widens('publishes or changes the account'),
    }),
    subcommandOptional: true,
    operands: 'name*',
    effects: ['writes'],
  },
  npx: runner(),
  pnpx: runner(),
  bunx: runner(),
  corepack: runner(),
  nvm: {
    subcommands: {
      ls: { operands: 'name*', readonly: true },
      list: { operands: 'name*', readonly: true },
      current: { readonly: true },
      which: { operands: 'name', readonly: true },
      use: { operands: 'name', options: '--silent' },
      install: { operands: 'name', options: '--lts --latest-npm', effects: ['network'] },
      exec: runner(),
      run: runner(),
    },
  },
  ...pythonPackages,
  ...systemPackages,
}
