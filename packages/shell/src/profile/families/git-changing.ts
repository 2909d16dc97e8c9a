import { checkMoves } from '../checks/check-copies.ts'
import {
  checkAdded,
  checkBranch,
  checkCheckout,
  checkConfig,
  checkListing,
  checkRebase,
  checkReset,
  checkRestore,
  checkSubmodule,
  checkSwitch,
} from '../checks/check-git.ts'
import { readsStash } from '../checks/check-git-reading.ts'
import type { Profile } from '../profile.ts'

const sign = '-S=? --gpg-sign=? --no-gpg-sign'
const merging = `
  -n --stat --no-stat -e --edit --no-edit --ff --no-ff --ff-only --commit --no-commit --squash --no-squash -s=:gadget
  --strategy=:gadget -X= --strategy-option= --signoff --log=? -v --verbose -q --quiet --progress --abort --continue --quit
  --autostash --no-autostash --allow-unrelated-histories -m=:data -F=:read ${sign} --no-verify:gadget --verify`
const destroys = (why: string): Profile => ({ gadget: why, operands: 'name*', options: '-q --quiet -v -n --dry-run' })

/** Sub-commands that change the repository. */
export const gitChanging: Readonly<Record<string, Profile>> = {
  add: {
    touches: 'named',
    options: `
        -[nvfiepuAN] --dry-run --verbose --force --interactive --patch --edit --update --all --no-all
        --ignore-removal --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod= --sparse
        --pathspec-from-file=:names`,
    operands: 'name*',
    readonly: true,
    check: (call) => {
      checkAdded(call)
      if (!call.has('-n', '--dry-run')) call.change('adds to the index')
    },
  },
  commit: {
    touches: 'named',
    options: `
      -[apsoeivqzu] -n:gadget -m|--message=:data -F|--file=:read -C|--reuse-message= -c|--reedit-message= --author= --date=
      -t|--template=:read --all --patch --fixup= --squash= --reset-author --short --branch --porcelain --long
      --amend --no-edit --edit --no-verify:gadget --verify --allow-empty --allow-empty-message --cleanup= --signoff
      --no-signoff --trailer= --include --only --untracked-files=? --verbose --quiet --dry-run --status --no-status
      --no-post-rewrite --pathspec-from-file=:names ${sign}`,
    operands: 'name*',
    check: checkAdded,
  },
  branch: {
    touches: 'named',
    options: `
        -[arvilqt] -vv --all --remotes --list --show-current --verbose --contains=? --no-contains=? --merged=?
        --no-merged=? --points-at= --sort= --format= --column=? --no-column --color=? --no-color --abbrev=
        --no-abbrev --ignore-case --omit-empty --track=? --no-track -u=:change --set-upstream-to=:change
        --unset-upstream:change --edit-description:gadget -d:gadget --delete:gadget -D:gadget -m:gadget
        --move:gadget -M:gadget -c:change --copy:change -C:gadget -f:gadget --force:gadget`,
    operands: 'name*',
    readonly: true,
    check: checkBranch,
  },
  tag: {
    touches: 'named',
    options: `
      -[ln] -l --list -n=? --sort= --format= --contains=? --no-contains=? --merged=? --no-merged=? --points-at=
      --column=? --no-column --color=? -i --ignore-case --omit-empty -a:change --annotate:change -s:change
      --sign:change --no-sign -u=:change --local-user=:change -m=:data --message=:data -F=:read --file=:read -e
      --edit --cleanup= --trailer= --create-reflog -v:gadget --verify:gadget -d:gadget --delete:gadget -f:gadget
      --force:gadget`,
    operands: 'name*',
    readonly: true,
    check: checkListing,
  },
  stash: {
    options: '-[kpqSau] --keep-index --no-keep-index --patch --staged --quiet --all --include-untracked',
    subcommandOptional: true,
    subcommands: {
      list: {
        options: '-# --oneline -n= --format= --pretty=? --stat -p',
        operands: 'name*',
        readonly: true,
        check: readsStash,
      },
      show: {
        options: '-p --patch --stat --name-only --name-status -u --include-untracked --only-untracked --numstat',
        operands: 'name',
        readonly: true,
        check: readsStash,
      },
      push: {
        options: `
            -[kpqSau] -m|--message=:data --keep-index --no-keep-index --patch --staged --quiet --all
            --include-untracked`,
        operands: 'name*',
      },
      save: { options: '-[kpqau] --keep-index --include-untracked', operands: 'data*' },
      pop: { options: '-q --quiet --index', operands: 'name' },
      apply: { options: '-q --quiet --index', operands: 'name' },
      branch: { operands: 'name name' },
      create: { operands: 'data*' },
      store: { options: '-m= -q', operands: 'name' },
      drop: destroys('deletes stashed work'),
      clear: destroys('deletes stashed work'),
    },
  },
  config: {
    touches: 'named',
    options: `
        --global --system --local --worktree --get= --get-all= --get-regexp= --get-urlmatch= -l|--list -z|--null
        --name-only --show-origin --show-scope --type= --bool --int --path --bool-or-int --default= --includes
        --no-includes --all --value= --fixed-value --regexp -f=:gadget --file=:gadget --blob=:gadget --add:gadget
        --replace-all:gadget --unset:gadget --unset-all:gadget --rename-section:gadget --remove-section:gadget
        -e:gadget --edit:gadget`,
    operands: 'name*',
    readonly: true,
    check: checkConfig,
  },
  checkout: {
    touches: 'named',
    options: `
        -[qtlm] -b= -B=:gadget --quiet --force:gadget --ours:gadget --theirs:gadget -t --track=? --no-track --detach --orphan=
        --merge --conflict= -p:gadget --patch:gadget --ignore-skip-worktree-bits --progress --no-progress --guess --no-guess
        --recurse-submodules --overlay --no-overlay --pathspec-from-file=:gadget -f:gadget`,
    operands: 'name*',
    check: checkCheckout,
  },
  switch: {
    touches: 'named',
    options: `
        -c|--create= -C|--force-create=:gadget -d|--detach --guess --no-guess -f|--force:gadget
        --discard-changes:gadget -m|--merge --conflict= -q|--quiet --progress -t|--track=? --no-track --orphan=
        --ignore-other-worktrees --recurse-submodules`,
    operands: 'name*',
    check: checkSwitch,
  },
  restore: {
    touches: 'named',
    options: `
        -s|--source= -[WSqpm] --staged --worktree --patch --ours --theirs --merge --conflict= --quiet --overlay
        --pathspec-from-file=:names`,
    operands: 'name*',
    check: checkRestore,
  },
  reset: {
    touches: 'named',
    options:
      '-[qpN] --soft --mixed --keep --merge --hard:gadget --quiet --patch --intent-to-add --pathspec-from-file=:names',
    operands: 'name*',
    check: checkReset,
  },
  merge: { options: merging, operands: 'name*' },
  'merge-tree': {
    touches: 'named',
    options: '--write-tree --name-only --messages --no-messages -z',
    operands: 'name*',
  },
  'merge-file': { touches: 'named', options: '-p --stdout -q -L=', operands: 'write read read' },
  rebase: {
    options: `
      ${merging} --onto= --keep-base --skip --show-current-patch --apply --merge --root -i:gadget
      --interactive:gadget -x=:run --exec=:run -f --force-rebase --fork-point --no-fork-point --ignore-whitespace
      --autosquash --no-autosquash --reapply-cherry-picks --rebase-merges=? --update-refs --edit-todo:gadget
      --empty=`,
    operands: 'name*',
    check: checkRebase,
  },
  'cherry-pick': {
    options: `-[enxrs] -m|--mainline= ${merging} --skip --keep-redundant-commits --allow-empty`,
    operands: 'name*',
  },
  revert: { options: `-[ens] -m|--mainline= ${merging} --skip`, operands: 'name*' },
  mv: {
    touches: 'named',
    options: '-[kvn] --verbose --dry-run -f:gadget --force:gadget',
    operands: 'delete* write',
    check: checkMoves,
  },
  rm: {
    touches: 'named',
    options: '-[nq] --dry-run --quiet --cached --ignore-unmatch -f:gadget --force:gadget -r:gadget',
    operands: 'delete*',
    effects: ['deletes'],
  },
  clean: {
    options: '-n --dry-run -q --quiet -e= --exclude= -d -x -X -f:gadget --force:gadget -i:gadget --interactive:gadget',
    operands: 'delete*',
    readonly: true,
    check: (call) => {
      if (call.has('-n', '--dry-run')) return
      call.change('removes untracked files')
      call.strays('removes whatever is not tracked')
    },
  },
  init: {
    touches: 'named',
    options:
      '-q --quiet --bare -b= --initial-branch= --object-format= --shared=? --template=:run --separate-git-dir=:gadget',
    operands: 'write',
  },
  worktree: {
    subcommands: {
      list: { options: '--porcelain -v -z', readonly: true },
      add: { options: '-[fdq] -b= -B= --detach --no-checkout --lock --track --guess-remote', operands: 'write name' },
      prune: { options: '-n --dry-run -v --expire=' },
      lock: { options: '--reason=', operands: 'name' },
      unlock: { operands: 'name' },
      move: { operands: 'write write' },
      remove: destroys('deletes a worktree'),
    },
  },
  notes: {
    touches: 'named',
    readonly: true,
    options: '--ref=',
    subcommandOptional: true,
    subcommands: {
      list: { operands: 'name', readonly: true },
      show: { operands: 'name', readonly: true },
      add: { options: '-f -m=:data -F=:read', operands: 'name' },
      append: { options: '-m=:data', operands: 'name' },
      remove: { operands: 'name*' },
    },
  },
  bisect: {
    subcommands: {
      log: { readonly: true },
      start: { options: '--no-checkout --first-parent --term-new= --term-old=', operands: 'name*' },
      good: { operands: 'name*' },
      bad: { operands: 'name*' },
      old: { operands: 'name*' },
      new: { operands: 'name*' },
      skip: { operands: 'name*' },
      reset: { operands: 'name' },
      run: { operands: 'run*', check: checkSubmodule },
    },
  },
  gc: { touches: 'named', options: '--auto --quiet -q --no-prune --aggressive:change --prune=?:gadget --force:gadget' },
  prune: destroys('deletes objects'),
  repack: { touches: 'named', options: '-[adAlqn]', operands: '' },
  'pack-refs': { touches: 'named', options: '--all --no-prune' },
  'update-index': {
    touches: 'named',
    options: `
        --refresh -q --really-refresh --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree
        --chmod= --add --remove`,
    operands: 'name*',
    check: checkAdded,
  },
  'update-ref': destroys('changes history'),
  'symbolic-ref': { touches: 'named', options: '-q --short', operands: 'name', readonly: true },
  'filter-branch': destroys('rewrites history'),
  replace: destroys('rewrites history'),
  'sparse-checkout': {
    subcommands: {
      list: { readonly: true },
      set: { options: '--cone --no-cone', operands: 'name*' },
      add: { operands: 'name*' },
      init: { options: '--cone --no-cone' },
      disable: {},
    },
  },
  'hash-object': {
    touches: 'named',
    options: '-t= --stdin --path= --no-filters -w:change',
    operands: 'read*',
    readonly: true,
  },
  'verify-commit': { touches: 'named', options: '-v --raw', operands: 'name*' },
  'verify-tag': { touches: 'named', options: '-v --raw', operands: 'name*' },
  help: { touches: 'named', options: '-a -g -c', operands: 'name' },
}
