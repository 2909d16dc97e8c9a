import type { CallBuilder } from '../call-builder.ts'
import { checkAws, checkCloud } from '../checks/check-cloud.ts'
import { checkGhApi, checkGhFilter } from '../checks/check-gh.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string): Profile => ({ gadget: why, operands: 'gadget*' })
const ghOptions = `
    -R|--repo=:text --json= -q|--jq=:text -t|--template=:text -L|--limit= -s|--state= -l|--label= -a|--assignee= -A|--author=
    -S|--search= -B|--base= -H|--head= -b|--body=:data --title=:data -d|--draft -f|--fill --fill-first
    --fill-verbose -m|--milestone= -p|--project= -r|--reviewer= --comments -c=:data --comment=:data --branch=
    --commit= --event= --user= --workflow= -w= --log --log-failed --attempt= -j= --job= --verbose -v --exit-status
    -i= --interval= --watch --required --fail-fast --name-only --patch --color= --archived --visibility= --language=
    --source --fork --topic= --public --private --add-label= --remove-label= --add-assignee= --remove-assignee=
    --reason= --notes=:data -n=:data --generate-notes --prerelease --latest=? --target= --verify-tag --tag=
    --approve --request-changes --order= --sort= --web:gadget -F=:send --body-file=:send --notes-file=:send
    --input=:send --editor:gadget -e:gadget --recover=:gadget`
const gh = (more: Profile = {}): Profile => ({
  options: ghOptions,
  operands: 'name*',
  effects: ['network'],
  check: checkGhFilter,
  ...more,
})
const reading = Object.fromEntries(['list', 'view', 'status', 'diff', 'checks', 'watch'].map((name) => [name, gh()]))
const risky = (names: string): Readonly<Record<string, Profile>> =>
  Object.fromEntries(
    names.split(' ').map((name) => [name, gh({ gadget: `${name} changes more than the words before it say` })]),
  )
const group = (names: string, dangerous = 'delete'): Profile => ({
  subcommands: { ...reading, ...Object.fromEntries(names.split(' ').map((name) => [name, gh()])), ...risky(dangerous) },
})
const tf = (options: string, more: Profile = {}): Profile => ({
  options: `-no-color -input= -lock= -lock-timeout= -json ${options}`,
  style: 'single',
  operands: 'list',
  ...more,
})
const terraform: Profile = {
  options: '-chdir=:place -version -help',
  style: 'single',
  subcommands: {
    plan: tf(
      `
        -out=:write -var= -var-file=:read -target= -refresh=? -refresh-only -detailed-exitcode -compact-warnings
        -parallelism= -replace= -destroy:gadget -state=:gadget -generate-config-out=:write`,
      { effects: ['network'] },
    ),
    validate: tf(''),
    fmt: tf('-check -diff -recursive -write= -list=', {
      operands: 'write*',
      readonly: true,
      check: (call) => !call.has('-check') && call.change('formats files'),
    }),
    show: tf('', { operands: 'read' }),
    output: tf('-raw -state=:gadget', { operands: 'name' }),
    version: tf('', { readonly: true }),
    providers: tf('', {
      subcommandOptional: true,
      subcommands: { schema: tf(''), lock: tf('-platform=', { effects: ['network'] }) },
    }),
    graph: tf('-type= -plan=:read'),
    get: tf('-update', { effects: ['network'] }),
    init: tf(
      `
        -upgrade -reconfigure -backend= -get= -lockfile= -backend-config=:gadget -from-module=:gadget
        -plugin-dir=:run -migrate-state:gadget -force-copy:gadget`,
      { effects: ['network'] },
    ),
    workspace: {
      subcommands: {
        list: tf(''),
        show: tf('', { readonly: true }),
        select: tf('', { operands: 'name' }),
        new: tf('', { operands: 'name' }),
        delete: widens('deletes a state'),
      },
    },
    state: {
      subcommands: {
        list: tf('', { operands: 'name*' }),
        show: tf('', { operands: 'name' }),
        pull: widens('shows secrets'),
        push: widens('changes the state'),
        rm: widens('changes the state'),
        mv: widens('changes the state'),
        'replace-provider': widens('changes the state'),
      },
    },
    test: tf('-verbose -filter='),
    ...Object.fromEntries(
      ['apply', 'destroy', 'import', 'taint', 'untaint', 'refresh', 'console', 'force-unlock', 'login', 'logout'].map(
        (name) => [
          name,
          tf(
            `
              -auto-approve -var= -var-file=:read -target= -parallelism= -replace= -refresh=? -destroy:gadget
              -compact-warnings -state=:gadget`,
            { gadget: `${name} changes the infrastructure`, operands: 'name*', effects: ['network'] },
          ),
        ],
      ),
    ),
  },
}

/** Command lines of clouds and forges. They reach out, so none of them is read-only. */
export const clouds: ProfileTable = {
  gh: {
    options: '-R=',
    subcommands: {
      pr: {
        subcommands: {
          ...group('create comment edit checkout ready review reopen update-branch', 'close lock unlock revert')
            .subcommands,
          merge: gh({
            gadget: 'merges',
            options: `${ghOptions} --squash --merge --rebase -r --auto --subject=:data --admin:gadget --delete-branch:gadget`,
          }),
        },
      },
      issue: group('create comment edit reopen develop pin unpin', 'close delete lock unlock transfer'),
      repo: {
        subcommands: {
          ...group('clone', 'create delete archive unarchive rename edit fork sync deploy-key set-default').subcommands,
          clone: gh({ operands: 'name write gadget*' }),
        },
      },
      run: group('rerun', 'cancel delete download'),
      workflow: group('', 'run enable disable'),
      release: group('', 'create delete upload edit download delete-asset'),
      gist: group('', 'create edit delete clone rename'),
      label: group('', 'create delete edit clone'),
      project: group('item-list field-list', 'create delete edit close copy item-add item-delete item-edit'),
      search: {
        subcommands: Object.fromEntries(['code', 'issues', 'prs', 'repos', 'commits'].map((name) => [name, gh()])),
      },
      status: gh(),
      browse: gh({ gadget: 'starts a browser' }),
      cache: group('', 'delete'),
      ruleset: group('check', ''),
      variable: group('get', 'set delete'),
      secret: group('', 'set delete'),
      'ssh-key': group('', 'add delete'),
      'gpg-key': group('', 'add delete'),
      codespace: widens('opens a machine'),
      extension: widens('runs code of others'),
      alias: widens('changes what commands mean'),
      config: { subcommands: { get: gh(), list: gh(), set: widens('changes the configuration') } },
      attestation: group('verify', 'download'),
      copilot: widens('starts an assistant'),
      auth: {
        subcommands: {
          status: { options: '-h= --hostname= -t:gadget --show-token:gadget', effects: ['network'] },
          token: widens('prints a token'),
          login: widens('changes the account'),
          logout: widens('changes the account'),
          refresh: widens('changes the account'),
          'setup-git': widens('changes the configuration'),
          switch: widens('changes the account'),
        },
      },
      api: {
        options: `
            -X|--method=:pattern -H|--header=:text -q|--jq=:text -t|--template=:text -i --include --paginate --slurp --silent
            --cache= --hostname=:gadget --verbose -p= --preview= -f=:gadget --raw-field=:gadget -F=:gadget
            --field=:gadget --input=:send`,
        operands: 'name',
        effects: ['network'],
        check: checkGhApi,
      },
    },
  },
  glab: {
    subcommands: {
      mr: group('create comment update checkout', 'close merge delete approve'),
      issue: group('create comment update note', 'close delete'),
      ci: group('lint', 'run retry cancel delete'),
      repo: group('clone', 'create delete fork'),
      auth: widens('changes the account'),
      api: widens('calls anything'),
    },
  },
  hub: { operands: 'gadget*' },
  terraform,
  tofu: terraform,
  terragrunt: terraform,
  pulumi: {
    subcommands: {
      preview: { options: '--diff --json -s= --stack=', effects: ['network'] },
      stack: {
        subcommandOptional: true,
        subcommands: {
          ls: { effects: ['network'] },
          output: { operands: 'name', effects: ['network'] },
          select: { operands: 'name' },
        },
      },
      up: widens('changes the infrastructure'),
      destroy: widens('changes the infrastructure'),
      config: widens('shows or changes secrets'),
    },
  },
  aws: {
    anyOption: true,
    style: 'posix',
    operands: 'text*',
    effects: ['network'],
    check: checkAws,
  },
  gcloud: {
    anyOption: true,
    operands: 'text*',
    effects: ['network'],
    check: (call) =>
      checkCloud(call, 99, ['--flags-file', '--impersonate-service-account', '--access-token-file', '--account']),
  },
  gsutil: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 1, []) },
  az: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  doctl: {
    anyOption: true,
    operands: 'text*',
    effects: ['network'],
    check: (call) => checkCloud(call, 99, ['--access-token']),
  },
  fly: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  flyctl: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  heroku: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  vercel: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  netlify: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  wrangler: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  firebase: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  eksctl: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  vault: { operands: 'gadget*', effects: ['network'] },
  consul: { operands: 'gadget*', effects: ['network'] },
  nomad: { anyOption: true, operands: 'text*', effects: ['network'], check: (call) => checkCloud(call, 99, []) },
  ansible: { operands: 'gadget*' },
  'ansible-playbook': {
    options: `
        -i=:text --inventory=:text --check -C --diff -D --syntax-check --list-tasks --list-hosts --list-tags -t= --tags= --skip-tags=
        -l= --limit= -v -vv -vvv -f= --forks= --start-at-task= -e=:gadget --extra-vars=:gadget --become:gadget
        -b:gadget -K:gadget -k:gadget --vault-password-file=:run -M=:run --module-path=:run`,
    operands: 'script*',
    check: checkInventory,
  },
  'ansible-lint': { options: '-q -p -v -c=:read', operands: 'read*' },
  vagrant: {
    subcommands: {
      status: { operands: 'name*' },
      up: widens('starts machines'),
      ssh: widens('opens a shell'),
      halt: { operands: 'name*' },
      provision: widens('runs code'),
    },
  },
  packer: {
    subcommands: {
      validate: { operands: 'read', options: '-syntax-only -var=', style: 'single' },
      fmt: { operands: 'write', options: '-check -diff', style: 'single' },
      build: widens('runs builders'),
    },
  },
}

/** `-i 'host,'` lists machines in place of a file. */
function checkInventory(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (!/^(?:-i|--inventory)$/.test(option.name) || value === undefined) continue
    if (value.text.includes(',')) call.gadget(index, `${value.text} names other machines`)
    // An inventory without an ending of data may be a program, which is then run.
    else if (!/\.(?:ini|ya?ml|json|toml)$/.test(value.text))
      call.gadget(index, `${value.text} may be a program that is run`)
    else call.path(value, 'read')
  }
}
