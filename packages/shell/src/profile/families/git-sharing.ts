import { checkClone, checkPatch, checkPush, checkRemote, checkSubmodule } from '../checks/check-git.ts'
import { writesPatches } from '../checks/check-git-reading.ts'
import type { Profile } from '../profile.ts'

const sign = '-S=? --gpg-sign=? --no-gpg-sign'
const merging = `
  -n --stat --no-stat -e --edit --no-edit --ff --no-ff --ff-only --commit --no-commit --squash --no-squash -s=:gadget
  --strategy=:gadget -X= --strategy-option= --signoff --log=? -v --verbose -q --quiet --progress --abort --continue --quit
  --autostash --no-autostash --allow-unrelated-histories -m=:data -F=:read ${sign} --no-verify --verify`
const fetching = `
    -a --append --all --multiple --depth= --deepen= --shallow-since= --shallow-exclude= --unshallow --update-shallow
    --dry-run -k --keep -p --prune -P --prune-tags -t --tags -n --no-tags -j= --jobs= --recurse-submodules=?
    --no-recurse-submodules -q --quiet -v --verbose --progress -4 -6 --set-upstream --atomic --filter= --porcelain
    --no-write-fetch-head --refetch -f:gadget --force:gadget -u:gadget --update-head-ok:gadget --upload-pack=:run
    --refmap=:gadget -o= --server-option=`
const destroys = (why: string): Profile => ({ gadget: why, operands: 'name*', options: '-q --quiet -v -n --dry-run' })

/** Sub-commands that exchange work with other repositories. */
export const gitSharing: Readonly<Record<string, Profile>> = {
  push: {
    touches: 'named',
    options: `
      -u --set-upstream --tags --follow-tags --no-follow-tags -n --dry-run -v --verbose -q --quiet --progress
      --porcelain --atomic --thin --no-thin --signed=? --all:gadget --branches:gadget --mirror:gadget --prune:gadget
      -d:gadget --delete:gadget -f:gadget --force:gadget --force-with-lease=?:gadget --force-if-includes:gadget
      --exec=:run --receive-pack=:run --repo=:gadget -o=:gadget --push-option=:gadget --no-verify:gadget
      --recurse-submodules=:gadget`,
    operands: 'name*',
    effects: ['network'],
    check: checkPush,
  },
  fetch: { touches: 'named', options: fetching, operands: 'name*', effects: ['network'], check: checkRemote },
  pull: {
    options: `${fetching} ${merging} -r=? --rebase=? --no-rebase`,
    operands: 'name*',
    effects: ['network'],
    check: checkRemote,
  },
  clone: {
    touches: 'named',
    options: `
        -[lnqsv] --local --no-hardlinks --shared --quiet --verbose --progress --no-checkout --bare --mirror --depth=
        --single-branch --no-single-branch --no-tags --branch= -b= -o= --origin= --shallow-since= --shallow-exclude=
        --shallow-submodules -j= --jobs= --filter= --sparse --also-filter-submodules --reject-shallow
        --recurse-submodules=?:gadget --recursive:gadget --reference=:read --reference-if-able=:read --dissociate
        --separate-git-dir=:gadget --template=:run -c=:run --config=:run -u=:run --upload-pack=:run
        --bundle-uri=:gadget --server-option=`,
    operands: 'url write',
    effects: ['network', 'writes'],
    check: checkClone,
  },
  remote: {
    options: '-v --verbose',
    readonly: true,
    subcommandOptional: true,
    subcommands: {
      show: { options: '-n', operands: 'name*', effects: ['network'] },
      'get-url': { options: '--push --all', operands: 'name', readonly: true },
      update: { options: '-p --prune', operands: 'name*', effects: ['network'] },
      prune: { options: '-n --dry-run', operands: 'name*' },
      add: destroys('changes where code comes from'),
      rename: destroys('changes where code comes from'),
      remove: destroys('changes where code comes from'),
      rm: destroys('changes where code comes from'),
      'set-url': destroys('changes where code comes from'),
      'set-head': destroys('changes a remote'),
      'set-branches': destroys('changes a remote'),
    },
  },
  apply: {
    options: `
        -[RNvzqp3] --stat --numstat --summary --check --index --cached --intent-to-add --3way --reject --reverse -p=
        -C= --exclude= --include= --whitespace= --directory=:write --verbose --unsafe-paths:gadget --allow-empty --recount
        --ignore-whitespace`,
    operands: 'read*',
    check: checkPatch,
  },
  am: {
    options: `
        -[3skuiq] --abort --continue --skip --quit --show-current-patch=? --signoff --keep --3way --whitespace=
        --directory=`,
    operands: 'read*',
    check: checkPatch,
  },
  submodule: {
    options: '-q --quiet --cached',
    readonly: true,
    subcommandOptional: true,
    subcommands: {
      status: { options: '--cached --recursive', operands: 'name*', readonly: true },
      summary: { options: '--cached --files', operands: 'name*', readonly: true },
      init: { operands: 'name*' },
      update: {
        options: '--init --recursive --depth= --jobs= --no-fetch --checkout --merge --rebase --remote -f --force -j=',
        operands: 'name*',
        effects: ['network'],
        gadget: 'fetches code of others',
      },
      sync: { options: '--recursive', operands: 'name*' },
      add: destroys('adds code of others'),
      deinit: destroys('deletes work'),
      foreach: { options: '--recursive', operands: 'run*', check: checkSubmodule },
      'set-url': destroys('changes where code comes from'),
    },
  },
  'format-patch': {
    touches: 'named',
    options: `
        -# -o=:write --output-directory=:write --stdout -n -N -k -s --signoff --cover-letter --subject-prefix= -v=
        --numbered --base= -M --thread=?`,
    operands: 'name*',
    check: writesPatches,
  },
  bundle: {
    subcommands: {
      verify: { operands: 'read', readonly: true },
      'list-heads': { operands: 'read name*', readonly: true },
      create: { operands: 'write name*', options: '--all --branches --tags' },
    },
  },
  lfs: {
    subcommands: {
      'ls-files': { options: '-[lsadn]', operands: 'name*', readonly: true },
      status: { readonly: true },
      env: { readonly: true },
      track: { operands: 'data*' },
      untrack: { operands: 'data*' },
      pull: { effects: ['network'] },
      fetch: { effects: ['network'], operands: 'name*' },
    },
  },
}
